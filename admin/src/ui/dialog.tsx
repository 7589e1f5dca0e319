import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  open: boolean;
  label: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A modal dialog: the browser traps the focus, closes it on Escape and returns the focus. */
export function Dialog({ open, label, class: className = "", onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog without our help; the click is for the backdrop.
    <dialog
      ref={element}
      class={`dialog ${className}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {open ? children : null}
    </dialog>
  );
}
