import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ErrorBoundary, lazy, useLocation } from "preact-iso";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";

const settingsPath = "/console/settings";
const SaveQuestion = lazy(async () => (await import("./save-question.tsx")).SaveQuestion);

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
      <ErrorBoundary>
        <SaveQuestion
          onClose={close}
          onBack={() => {
            close();
            route(left.current);
          }}
        />
      </ErrorBoundary>
    </Dialog>
  );
}
