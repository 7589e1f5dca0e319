import "./calls.css";
import "./tools.css";
import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { ToolConnection } from "../../../protocol/admin-tools.ts";
import { mostOfferedTools } from "../../../protocol/tool-limits.ts";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Notice } from "../ui/states.tsx";
import { useAsked } from "../ui/use-asked.ts";
import { ConnectionForm } from "./connection-form.tsx";
import { ConnectionList } from "./connection-list.tsx";
import { FiguresChart } from "./figures-chart.tsx";
import { toolsCalls } from "./tools-calls.ts";
import { ToolsTabs } from "./tools-tabs.tsx";
import { UnknownCalls } from "./unknown-calls.tsx";

/** The tenant's own systems that the assistant may ask, and may change things in. */
export function ToolsPage() {
  const { may } = useWorkspace();
  const adding = useSignal(false);
  if (!may("manager"))
    return <Notice main title="Tools are available to managers" text="Your role does not allow this." />;
  const onAdd = () => (adding.value = true);
  return (
    <div class="sheet-page tools">
      <header class="page-head">
        <div>
          <h1>Tools</h1>
          <p class="muted">
            Connect your systems so the assistant can look things up and, with approval, make changes.
          </p>
        </div>
        {may("admin") ? (
          <button type="button" class="btn primary" onClick={onAdd}>
            <Icon name="plus" /> Add connection
          </button>
        ) : null}
      </header>
      <ToolsTabs />
      <Body onAdd={onAdd} />
      <AddConnection open={adding.value} onClose={() => (adding.value = false)} />
    </div>
  );
}

function Body({ onAdd }: { onAdd: () => void }) {
  const { api, may } = useWorkspace();
  const asked = useAsked("", (signal) => toolsCalls(api.admin).connections(signal));
  return (
    <LoadedPart state={asked.state.value} name="The connections" onRetry={() => void asked.again()}>
      {({ items }) =>
        items.length === 0 ? (
          <Notice
            title="No connections yet"
            text="Connect an MCP server or a REST API so the assistant can look up orders or, with approval, move bookings."
          >
            {may("admin") ? (
              <button type="button" class="btn primary" onClick={onAdd}>
                Add connection
              </button>
            ) : null}
          </Notice>
        ) : (
          <>
            <UnknownCalls />
            <TooManyTools connections={items} />
            <ConnectionList connections={items} />
            <FiguresChart />
          </>
        )
      }
    </LoadedPart>
  );
}

/** Says that the assistant does not get all of them. */
function TooManyTools({ connections }: { connections: readonly ToolConnection[] }) {
  const usable = connections.reduce((sum, { tools }) => sum + tools.usable, 0);
  if (usable <= mostOfferedTools) return null;
  return (
    <p class="unknown-note" role="status">
      <Icon name="warning" />
      <span>
        {usable} tools are turned on, but the assistant can use only the first {mostOfferedTools}, sorted by connection
        and name. Turn off tools you do not need.
      </span>
    </p>
  );
}

function AddConnection({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { route } = useLocation();
  return (
    <Dialog open={open} label="Add a connection" onClose={onClose}>
      <ConnectionForm connection={null} onClose={onClose} onDone={({ id }) => route(`/console/tools/${id}`)} />
    </Dialog>
  );
}
