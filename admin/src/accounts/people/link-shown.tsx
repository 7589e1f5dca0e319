import { CopyField } from "../../ui/copy-field.tsx";

const hints = {
  invitation: "Valid for 7 days, single use. A new link replaces it.",
  reset: "Valid for 1 hour, single use. It ends all of their sessions.",
} as const;

interface LinkShownProps {
  title: string;
  link: string;
  about: keyof typeof hints;
  onClose: () => void;
}

/** A link that is shown this once: whoever has it can use it, and nobody can look it up again. */
export function LinkShown({ title, link, about, onClose }: LinkShownProps) {
  return (
    <>
      <div class="dialog-head">
        <h2>{title}</h2>
      </div>
      <div class="dialog-body">
        <CopyField label="Link" value={link} hint={hints[about]} />
        <p class="muted">It is shown only once. Send it through a private channel.</p>
        <div class="dialog-foot">
          <button type="button" class="btn primary" autofocus onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </>
  );
}
