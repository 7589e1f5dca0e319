import type { ComponentChildren } from "preact";
import { Spinner } from "./states.tsx";

interface AskFirstProps {
  title: string;
  /** What would happen, in paragraphs. */
  children: ComponentChildren;
  /** What is done on the press, as its button says it. */
  verb: string;
  /** Where a draft is lost; `Cancel` otherwise. */
  no?: string;
  /** False: nothing is lost by it. */
  isDanger?: boolean;
  busy?: boolean;
  /** Why it did not work; absent where that is told elsewhere. */
  error?: string;
  onYes: () => unknown;
  onClose: () => void;
}

/** What a dialog asks before something is done that cannot be taken back. The focus is on the answer that does nothing. */
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
}: AskFirstProps) {
  return (
    <>
      <div class="dialog-head">
        <h2>{title}</h2>
      </div>
      <div class="dialog-body">
        {children}
        {error === undefined ? null : (
          <p class="form-error" role="alert">
            {error}
          </p>
        )}
      </div>
      <DialogFoot verb={verb} no={no} isDanger={isDanger} busy={busy} onYes={onYes} onClose={onClose} />
    </>
  );
}

interface FootProps extends Pick<AskFirstProps, "verb" | "no" | "isDanger" | "busy" | "onClose"> {
  /** Absent within a form, which is submitted. */
  onYes?: () => unknown;
}

/** The end of a dialog: nothing is done, or what it is about is. */
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
