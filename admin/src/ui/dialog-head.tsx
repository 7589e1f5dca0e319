import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

/** The title of a dialog and its close button. */
export function DialogHead({ children, onClose }: { children: ComponentChildren; onClose: () => void }) {
  return (
    <div class="dialog-head">
      <h2>{children}</h2>
      <button type="button" class="icon-btn" aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The error of a form, which screen readers announce. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <p class="form-error" role="alert">
      {text}
    </p>
  );
}
