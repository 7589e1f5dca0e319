import { useEffect, useRef } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import type { Toast } from "../ui/toasts-store.ts";

/** Short messages about recent actions. They stay while the pointer or focus is on them; Escape closes the newest. */
export function Toasts() {
  const { toasts } = useWorkspace();
  const items = toasts.items.value;
  const element = useRef<HTMLDivElement>(null);
  /** The element that had the focus before. */
  const before = useRef<HTMLElement | null>(null);
  const dismiss = (id: number) => {
    const isHere = element.current?.contains(document.activeElement);
    toasts.dismiss(id);
    if (isHere) before.current?.focus();
  };
  useEscape((event) => {
    const newest = toasts.items.peek().at(-1);
    if (!newest) return;
    const isAt = element.current?.matches(":hover, :focus-within");
    // Elsewhere, other handlers also get Escape, and a message with an action is not closed by accident.
    if (isAt) event.stopPropagation();
    if (isAt || !newest.action) dismiss(newest.id);
  });
  return (
    <div
      ref={element}
      class="toasts"
      role="status"
      aria-live="polite"
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={({ currentTarget: here }) => toasts.hold(here.contains(document.activeElement))}
      onFocusIn={({ relatedTarget: from }) => {
        if (from instanceof HTMLElement && !element.current?.contains(from)) before.current = from;
        toasts.hold(true);
      }}
      onFocusOut={({ currentTarget: here, relatedTarget: to }) => {
        if (!(to instanceof Node && here.contains(to))) toasts.hold(here.matches(":hover"));
      }}
    >
      {items.map((toast) => (
        <OneToast key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
      ))}
    </div>
  );
}

function OneToast({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  return (
    <div class={`toast toast-${toast.kind}`}>
      <span dir="auto">{toast.text}</span>
      {toast.action ? (
        <button
          type="button"
          class="btn ghost small"
          onClick={() => {
            toast.action?.run();
            onDismiss();
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      <button type="button" class="icon-btn small" aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Runs before the screens' handlers; fields and overlays handle Escape themselves. */
function useEscape(take: (event: KeyboardEvent) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || document.querySelector("dialog[open], :popover-open")) return;
      const at = event.target;
      if (at instanceof HTMLElement && at.closest("input, textarea, select, [contenteditable]")) return;
      latest.current(event);
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, []);
}
