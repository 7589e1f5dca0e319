import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { Tool } from "../../../protocol/admin-tools.ts";
import { useWorkspace } from "../app-context.ts";
import { AskFirst } from "../ui/ask-first.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDoing } from "../ui/use-asked.ts";
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
        <AskFirst title="Remove this tool?" verb="Remove" busy={busy.value} onYes={remove} onClose={close}>
          <p>
            The rules of <strong dir="auto">{toolTitle(tool)}</strong> will be deleted. The call log is kept.
          </p>
        </AskFirst>
      </Dialog>
    </>
  );
}
