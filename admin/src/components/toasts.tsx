import { useWorkspace } from "../app-context.ts";
import { Icon } from "./icon.tsx";

export function Toasts() {
  const { toasts } = useWorkspace();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.items.value.map((toast) => (
        <div class={`toast toast-${toast.kind}`} key={toast.id}>
          <span>{toast.text}</span>
          {toast.action ? (
            <button
              type="button"
              class="btn ghost small"
              onClick={() => {
                toast.action?.run();
                toasts.dismiss(toast.id);
              }}
            >
              {toast.action.label}
            </button>
          ) : null}
          <button type="button" class="icon-btn small" aria-label="Dismiss" onClick={() => toasts.dismiss(toast.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
