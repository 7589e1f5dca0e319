import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Spinner } from "../ui/states.tsx";

const settingsPath = "/console/settings";

/**
 * Asks whether to save or discard changed settings when the user leaves their pages. Nothing is lost meanwhile: changes stay in the store
 * and in this browser, and the rail marks them.
 */
export function LeaveQuestion() {
  const { settings } = useWorkspace();
  const { path, route } = useLocation();
  const asking = useSignal(false);
  const before = useRef(path);
  const left = useRef(settingsPath);
  useEffect(() => {
    const wasThere = before.current.startsWith(settingsPath);
    if (wasThere) left.current = before.current;
    before.current = path;
    asking.value = wasThere && !path.startsWith(settingsPath) && settings.dirty.peek();
  }, [path]);
  const close = () => (asking.value = false);
  return (
    <Dialog open={asking.value} label="Unsaved changes" class="dialog-small" onClose={close}>
      <Question
        onClose={close}
        onBack={() => {
          close();
          route(left.current);
        }}
      />
    </Dialog>
  );
}

function Question({ onClose, onBack }: { onClose: () => void; onBack: () => void }) {
  const { settings, toasts } = useWorkspace();
  const error = useSignal("");
  const isWrong = Object.keys(settings.problems.value).length > 0;
  const save = async () => {
    if (isWrong) return;
    error.value = (await settings.save()) ?? "";
    if (error.value) return;
    toasts.show("Settings saved");
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
