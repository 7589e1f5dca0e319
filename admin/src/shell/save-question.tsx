import { useSignal } from "@preact/signals";
import { useWorkspace } from "../app-context.ts";
import { Spinner } from "../ui/states.tsx";

/** Asks whether to save or discard changed settings. */
export function SaveQuestion({ onClose, onBack }: { onClose: () => void; onBack: () => void }) {
  const { settings, toasts } = useWorkspace();
  const error = useSignal("");
  const isWrong = Object.keys(settings.problems.value).length > 0;
  const save = async () => {
    if (isWrong) return;
    error.value = (await settings.save()) ?? "";
    if (error.value) return;
    toasts.show("Saved the settings");
    onClose();
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Save the settings?</h2>
      </div>
      <div class="dialog-body">
        <p>
          You have unsaved changes.
          {isWrong ? " Some fields need a change before they can be saved." : ""}
        </p>
        <p class="form-error" role="alert">
          {error.value}
        </p>
      </div>
      <div class="dialog-foot">
        <button
          type="button"
          class="btn ghost"
          onClick={() => {
            settings.discard();
            onClose();
          }}
        >
          Discard
        </button>
        <button type="button" class="btn" autofocus onClick={onBack}>
          Keep editing
        </button>
        <button
          type="button"
          class="btn primary"
          aria-disabled={isWrong || settings.saving.value}
          onClick={() => void save()}
        >
          {settings.saving.value ? <Spinner /> : null} Save
        </button>
      </div>
    </>
  );
}
