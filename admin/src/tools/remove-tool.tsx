import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { Tool } from "../../../protocol/admin-tools.ts";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../components/dialog.tsx";
import { Spinner } from "../components/states.tsx";
import { useDoing } from "../components/use-asked.ts";
import { toolTitle } from "./tool-words.ts";
import { toolsCalls } from "./tools-calls.ts";

/** Of what the server does not name any more, and of what a person wrote: it can go, once somebody says so twice. */
export function RemoveTool({ tool }: { tool: Tool }) {
  const { api, toasts } = useWorkspace();
  const { route } = useLocation();
  const asking = useSignal(false);
  const { busy, run } = useDoing();
  const close = () => (asking.value = false);
  const remove = () =>
    run(
      () => toolsCalls(api.admin).removeTool(tool.id),
      () => {
        toasts.show(`“${toolTitle(tool)}” removed`);
        route(`/console/tools/${tool.connection_id}`);
      },
    );
  return (
    <>
      <button type="button" class="btn ghost" onClick={() => (asking.value = true)}>
        Remove
      </button>
      <Dialog open={asking.value} label="Remove tool" class="dialog-small" onClose={close}>
        <div class="dialog-head">
          <h2>Remove this tool?</h2>
        </div>
        <div class="dialog-body">
          <p>
            What was decided about <strong dir="auto">{toolTitle(tool)}</strong> goes too. The record of its calls
            stays.
          </p>
        </div>
        <div class="dialog-foot">
          <button type="button" class="btn" autofocus onClick={close}>
            Cancel
          </button>
          <button type="button" class="btn danger" aria-disabled={busy.value} onClick={() => void remove()}>
            {busy.value ? <Spinner /> : null} Remove
          </button>
        </div>
      </Dialog>
    </>
  );
}
