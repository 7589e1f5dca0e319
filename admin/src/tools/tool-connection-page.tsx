import "./calls.css";
import "./tools.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import type { DiscoveryResult, Tool, ToolConnection } from "../../../protocol/admin-tools.ts";
import { toolConnectionRoutes, toolRoutes } from "../../../protocol/routes/tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart, useAsked, useDoing } from "../ui/loaded-part.tsx";
import { Notice } from "../ui/states.tsx";
import { ConnectionActions } from "./connection-actions.tsx";
import { ConnectionHealth, DiscoveryNote } from "./connection-health.tsx";
import { FiguresChart } from "./figures-chart.tsx";
import { NewAction } from "./new-action.tsx";
import { ToolTable } from "./tool-table.tsx";

/** In ms; the server may take 30 s to list its tools, plus network time. */
const discoverTimeoutMs = 40_000;

/** One connection: health, tools, and the decision about each. */
export function ToolConnectionPage() {
  const { api, may } = useWorkspace();
  const { params } = useRoute();
  const id = params["id"] ?? "";
  const asked = useAsked(id, async (signal) => {
    const [{ items: connections }, { items: tools }] = await Promise.all([
      api.call(toolConnectionRoutes.listToolConnections, {}, { signal }),
      api.call(toolRoutes.listTools, { query: { connection_id: id } }, { signal }),
    ]);
    return { connection: connections.find((each) => each.id === id) ?? null, tools };
  });
  if (!may("manager"))
    return <Notice main title="Tools are available to managers" text="Your role does not allow this." />;
  return (
    <div class="sheet-page tools">
      <a class="crumb" href="/console/tools">
        <Icon name="back" /> Tools
      </a>
      <LoadedPart state={asked.state.value} name="The connection" onRetry={() => void asked.again()}>
        {({ connection, tools }) =>
          connection ? (
            <Connection
              connection={connection}
              tools={tools}
              onRead={(next) => asked.set({ tools, ...next })}
              onStale={() => void asked.again()}
            />
          ) : (
            <Notice main title="This connection does not exist" text="It may have been removed." />
          )
        }
      </LoadedPart>
    </div>
  );
}

interface ConnectionProps {
  connection: ToolConnection;
  tools: readonly Tool[];
  onRead: (next: { connection: ToolConnection; tools?: Tool[] }) => void;
  onStale: () => void;
}

function Connection({ connection, tools, onRead, onStale }: ConnectionProps) {
  const { api, may } = useWorkspace();
  const found = useSignal<DiscoveryResult | null>(null);
  const { busy, run } = useDoing();
  const look = () =>
    run(
      () => api.call(toolConnectionRoutes.discoverTools, { id: connection.id }, { timeoutMs: discoverTimeoutMs }),
      (result) => {
        found.value = result;
        onRead({ connection: result.connection, tools: result.tools });
      },
    );
  // A new connection lists its tools at once.
  const isNew = may("admin") && connection.kind === "mcp" && connection.health === "unchecked" && connection.is_active;
  useEffect(() => {
    if (isNew) void look();
  }, [connection.id]);
  return (
    <>
      <ConnectionHead connection={connection} isLooking={busy.value} onLook={look} onRead={onRead} />
      {connection.problem && connection.is_active ? (
        <p class="tools-problem" role="status">
          <Icon name="warning" /> <span dir="auto">{connection.problem}</span>
        </p>
      ) : null}
      {found.value ? <DiscoveryNote result={found.value} /> : null}
      <ToolsOf connection={connection} tools={tools} isLooking={busy.value} onStale={onStale} />
      <FiguresChart connectionId={connection.id} />
    </>
  );
}

interface HeadProps {
  connection: ToolConnection;
  isLooking: boolean;
  onLook: () => Promise<void>;
  onRead: (next: { connection: ToolConnection }) => void;
}

function ConnectionHead({ connection, isLooking, onLook, onRead }: HeadProps) {
  const { may } = useWorkspace();
  const { server, header_names: headers } = connection;
  return (
    <header class="page-head tools-head">
      <div>
        <h1 dir="auto">{visibleText(connection.name)}</h1>
        <p class="connection-facts">
          <ConnectionHealth connection={connection} />
          <code dir="ltr">{connection.url}</code>
          {server ? (
            <span class="muted" dir="auto">
              {visibleText(`${server.name} ${server.version}`)}
            </span>
          ) : null}
          {headers.length > 0 ? <span class="muted">with {headers.join(", ")}</span> : null}
        </p>
      </div>
      {may("admin") ? (
        <ConnectionActions connection={connection} isLooking={isLooking} onLook={onLook} onRead={onRead} />
      ) : null}
    </header>
  );
}

interface ToolsOfProps {
  connection: ToolConnection;
  tools: readonly Tool[];
  isLooking: boolean;
  onStale: () => void;
}

function ToolsOf({ connection, tools, isLooking, onStale }: ToolsOfProps) {
  const { may } = useWorkspace();
  const { route } = useLocation();
  const adding = useSignal(false);
  const isRest = connection.kind === "rest";
  const close = () => (adding.value = false);
  const addButton =
    isRest && may("admin") ? (
      <button type="button" class="btn small" onClick={() => (adding.value = true)}>
        <Icon name="plus" /> Add action
      </button>
    ) : null;
  return (
    <section aria-labelledby="tools-title">
      <div class="tools-title">
        <h2 id="tools-title">{isRest ? "Actions" : "Tools"}</h2>
        {tools.length > 0 ? addButton : null}
      </div>
      {tools.length > 0 ? (
        <ToolTable tools={tools} onStale={onStale} />
      ) : (
        <Notice
          title={isLooking ? "Asking the server for its tools…" : isRest ? "No actions yet" : "No tools yet"}
          text={
            isRest
              ? "An action is one request, for example GET /orders/{{order_number}}."
              : "They will appear after “Refresh tools”."
          }
        >
          {addButton}
        </Notice>
      )}
      <Dialog open={adding.value} label="Add an action" class="dialog-wide" onClose={close}>
        <NewAction
          connection={connection}
          onClose={close}
          onDone={({ id }) => route(`/console/tools/${connection.id}/${id}`)}
        />
      </Dialog>
    </section>
  );
}
