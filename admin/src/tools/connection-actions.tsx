import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { ToolConnection } from "../../../protocol/admin-tools.ts";
import { toolConnectionRoutes } from "../../../protocol/routes/tools.ts";
import { useWorkspace } from "../app-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDoing } from "../ui/loaded-part.tsx";
import { Spinner } from "../ui/states.tsx";
import { ConnectionForm } from "./connection-form.tsx";

interface ActionsProps {
  connection: ToolConnection;
  isLooking: boolean;
  onLook: () => Promise<void>;
  onRead: (next: { connection: ToolConnection }) => void;
}

/** Actions on a whole connection. */
export function ConnectionActions({ connection, isLooking, onLook, onRead }: ActionsProps) {
  const { api, toasts } = useWorkspace();
  const open = useSignal<"change" | "remove" | null>(null);
  const { busy, run } = useDoing();
  const close = () => (open.value = null);
  const turn = () =>
    run(
      () =>
        api.call(toolConnectionRoutes.changeToolConnection, {
          id: connection.id,
          body: { is_active: !connection.is_active },
        }),
      (changed) => {
        toasts.show(`Turned ${changed.is_active ? "on" : "off"} “${changed.name}”`);
        onRead({ connection: changed });
      },
    );
  return (
    <div class="tools-actions">
      {connection.is_active ? (
        <button type="button" class="btn" aria-disabled={isLooking} onClick={() => void onLook()}>
          {isLooking ? <Spinner /> : null} {connection.kind === "mcp" ? "Refresh tools" : "Test connection"}
        </button>
      ) : null}
      <button type="button" class="btn ghost" onClick={() => (open.value = "change")}>
        Change
      </button>
      <button type="button" class="btn ghost" aria-disabled={busy.value} onClick={() => void turn()}>
        {connection.is_active ? "Turn off" : "Turn on"}
      </button>
      <button type="button" class="btn ghost" onClick={() => (open.value = "remove")}>
        Remove
      </button>
      <Dialog
        open={open.value !== null}
        label={open.value === "remove" ? "Remove connection" : "Change connection"}
        class={open.value === "remove" ? "dialog-small" : ""}
        onClose={close}
      >
        {open.value === "remove" ? (
          <RemoveConnection connection={connection} onClose={close} />
        ) : (
          <ConnectionForm
            connection={connection}
            onClose={close}
            onDone={(changed) => {
              close();
              toasts.show("Changed the connection");
              onRead({ connection: changed });
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

function RemoveConnection({ connection, onClose }: { connection: ToolConnection; onClose: () => void }) {
  const { api, toasts } = useWorkspace();
  const { route } = useLocation();
  const { busy, run } = useDoing();
  const remove = () =>
    run(
      () => api.call(toolConnectionRoutes.deleteToolConnection, { id: connection.id }),
      () => {
        toasts.show(`Removed “${connection.name}”`);
        route("/console/tools");
      },
    );
  return (
    <ConfirmDialog title="Remove this connection?" verb="Remove" busy={busy.value} onYes={remove} onClose={onClose}>
      <p>
        The connection <strong dir="auto">{connection.name}</strong> and its tools will be removed with their rules. The
        call log is kept.
      </p>
    </ConfirmDialog>
  );
}
