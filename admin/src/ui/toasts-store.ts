import { type ReadonlySignal, signal } from "@preact/signals";

export interface Toast {
  id: number;
  kind: "info" | "error";
  text: string;
  action?: { label: string; run(): void };
}

const shownMs = { info: 5_000, error: 10_000 } as const;
/** In ms; a toast with an action stays long enough to use it. */
const offeredMs = 10_000;
/** Older ones are removed at once: they would cover the page. */
const mostShown = 2;

export interface ToastsStore {
  readonly items: ReadonlySignal<readonly Toast[]>;
  /** @returns the id, for {@link dismiss}. */
  show(text: string, action?: Toast["action"]): Toast["id"];
  fail(text: string, action?: Toast["action"]): void;
  dismiss(id: number): void;
  /** Toasts stay while the pointer or focus is on them. */
  hold(isHeld: boolean): void;
}

/** Short messages about recent actions. Errors stay longer; the same text is never shown twice at once. */
export function createToastsStore(): ToastsStore {
  const items = signal<readonly Toast[]>([]);
  const going = new Map<number, ReturnType<typeof setTimeout>>();
  let isHeld = false;
  let lastId = 0;
  const dismiss = (id: number) => {
    clearTimeout(going.get(id));
    going.delete(id);
    items.value = items.value.filter((toast) => toast.id !== id);
    // The held toast may be removed, and no event reports that.
    if (items.value.length === 0) isHeld = false;
  };
  const letGo = (toast: Toast) => {
    going.set(toast.id, setTimeout(dismiss, toast.action ? offeredMs : shownMs[toast.kind], toast.id));
  };
  const add = (toast: Omit<Toast, "id">) => {
    lastId += 1;
    const made = { ...toast, id: lastId };
    items.value = [...items.value.filter((shown) => shown.text !== toast.text), made].slice(-mostShown);
    if (!isHeld) letGo(made);
    return made.id;
  };
  return {
    items,
    show: (text, action) => add({ kind: "info", text, action }),
    fail: (text, action) => void add({ kind: "error", text, action }),
    dismiss,
    hold(next) {
      if (next === isHeld) return;
      isHeld = next;
      for (const timer of going.values()) clearTimeout(timer);
      going.clear();
      if (!isHeld) items.peek().forEach(letGo);
    },
  };
}
