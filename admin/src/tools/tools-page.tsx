import "./calls.css";
import "./tools.css";
import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { ToolConnection } from "../../../protocol/admin-tools.ts";
import { toolCallRoutes } from "../../../protocol/routes/tool-calls.ts";
import { toolConnectionRoutes } from "../../../protocol/routes/tools.ts";
import { mostOfferedTools } from "../../../protocol/tool-limits.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart, useAsked } from "../ui/loaded-part.tsx";
import { Notice } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { ConnectionHealth } from "./connection-health.tsx";
import { FiguresChart } from "./figures-chart.tsx";
import { connectionKinds, toolTabs } from "./tool-words.ts";

/** The tenant's own systems that the assistant can read from and change. */
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
      <Tabs label="Tools" tabs={toolTabs} />
      <Body onAdd={onAdd} />
      <AddConnection open={adding.value} onClose={() => (adding.value = false)} />
    </div>
  );
}

function Body({ onAdd }: { onAdd: () => void }) {
  const { api, may } = useWorkspace();
  const asked = useAsked("", (signal) => api.call(toolConnectionRoutes.listToolConnections, {}, { signal }));
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

/** Warns that the assistant does not get all tools. */
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

/** Connections, with the number of pending decisions for each. */
function ConnectionList({ connections }: { connections: readonly ToolConnection[] }) {
  return (
    <ul class="connections">
      {connections.map((connection) => (
        <li key={connection.id} class="connection">
          <a href={`/console/tools/${connection.id}`} class="connection-main">
            <span class="connection-name" dir="auto">
              {visibleText(connection.name)}
            </span>
            <span class="connection-url" dir="ltr">
              {connection.url}
            </span>
          </a>
          <span class="connection-facts">
            <span class="muted">{connectionKinds[connection.kind]}</span>
            <span class="muted">{toolCount(connection.tools.all)}</span>
            <Waiting {...connection.tools} />
          </span>
          <ConnectionHealth connection={connection} />
        </li>
      ))}
    </ul>
  );
}

/** Number of pending decisions, highlighted in the list. */
function Waiting({ unclassed, changed }: Pick<ToolConnection["tools"], "unclassed" | "changed">) {
  return (
    <>
      {unclassed > 0 ? <span class="chip chip-wait">{unclassed} without rules</span> : null}
      {changed > 0 ? <span class="chip chip-wait">{changed} changed</span> : null}
    </>
  );
}

function toolCount(count: number): string {
  return `${count} ${count === 1 ? "tool" : "tools"}`;
}

/** Higher numbers are shown as "and more". */
const counted = 20;

/** Warns of calls with an unknown result, with a link to them. */
function UnknownCalls() {
  const { api } = useWorkspace();
  const asked = useAsked("", (signal) =>
    api.call(toolCallRoutes.listToolCalls, { query: { status: "unknown", limit: counted } }, { signal }),
  );
  const state = asked.state.value;
  // Settled calls keep their status; the decision is in a separate field.
  const open = state.type === "ready" ? state.value.items.filter(({ settled }) => settled === null).length : 0;
  if (open === 0) return null;
  return (
    <p class="unknown-note" role="status">
      <Icon name="warning" />
      <span>
        The outcome of {open === counted ? `${counted} or more calls` : open === 1 ? "one call" : `${open} calls`} is
        unknown.
      </span>
      <a href="/console/tools/calls?status=unknown">Review</a>
    </p>
  );
}
