import type { ComponentChildren } from "preact";
import { FormError } from "./dialog-head.tsx";
import { Spinner } from "./states.tsx";

interface ConfirmDialogProps {
  title: string;
  /** Consequences of the action, in paragraphs. */
  children: ComponentChildren;
  /** Label of the confirm button. */
  verb: string;
  /** Label of the other button when a draft is lost; `Cancel` by default. */
  no?: string;
  /** False: the action destroys nothing. */
  isDanger?: boolean;
  busy?: boolean;
  /** Error message; absent when it is shown elsewhere. */
  error?: string;
  onYes: () => unknown;
  onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. The focus is on the button that cancels. */
export function ConfirmDialog({
  title,
  children,
  verb,
  no,
  isDanger = true,
  busy = false,
  error,
  onYes,
  onClose,
}: ConfirmDialogProps) {
  return (
    <>
      <div class="dialog-head">
        <h2>{title}</h2>
      </div>
      <div class="dialog-body">
        {children}
        {error === undefined ? null : <FormError text={error} />}
      </div>
      <DialogFoot verb={verb} no={no} isDanger={isDanger} busy={busy} onYes={onYes} onClose={onClose} />
    </>
  );
}

interface FootProps extends Pick<ConfirmDialogProps, "verb" | "no" | "isDanger" | "busy" | "onClose"> {
  /** Absent in a form, which is submitted. */
  onYes?: () => unknown;
}

/** The buttons of a dialog: cancel and confirm. */
export function DialogFoot({ verb, no = "Cancel", isDanger = false, busy = false, onYes, onClose }: FootProps) {
  return (
    <div class="dialog-foot">
      <button type="button" class="btn" autofocus={onYes !== undefined} onClick={onClose}>
        {no}
      </button>
      <button
        type={onYes ? "button" : "submit"}
        class={`btn ${isDanger ? "danger" : "primary"}`}
        aria-disabled={busy}
        onClick={onYes && (() => void onYes())}
      >
        {busy ? <Spinner /> : null} {verb}
      </button>
    </div>
  );
}
