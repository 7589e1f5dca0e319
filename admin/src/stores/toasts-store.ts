import { type ReadonlySignal, signal } from "@preact/signals";

export interface Toast {
  id: number;
  kind: "info" | "error";
  text: string;
  action?: { label: string; run(): void };
}

const shownMs = { info: 5_000, error: 10_000 } as const;
/** What offers something stays long enough to be taken up. */
const offeredMs = 10_000;

export interface ToastsStore {
  readonly items: ReadonlySignal<readonly Toast[]>;
  show(text: string, action?: Toast["action"]): void;
  fail(text: string): void;
  dismiss(id: number): void;
}

/** Short notes about what just happened. Errors stay longer; the same text is never shown twice at once. */
export function createToastsStore(): ToastsStore {
  const items = signal<readonly Toast[]>([]);
  let lastId = 0;
  const dismiss = (id: number) => {
    items.value = items.value.filter((toast) => toast.id !== id);
  };
  const add = (toast: Omit<Toast, "id">) => {
    lastId += 1;
    const id = lastId;
    items.value = [...items.value.filter((shown) => shown.text !== toast.text), { ...toast, id }].slice(-3);
    setTimeout(dismiss, toast.action ? offeredMs : shownMs[toast.kind], id);
  };
  return {
    items,
    show: (text, action) => add({ kind: "info", text, action }),
    fail: (text) => add({ kind: "error", text }),
    dismiss,
  };
}
