import type { Tool } from "../../../protocol/admin-tools.ts";
import { toolRoutes } from "../../../protocol/routes/tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { useWorkspace } from "../app-context.ts";
import { useDoing } from "../ui/loaded-part.tsx";
import { approvals, audiences, toolKinds, toolState, toolTitle } from "./tool-words.ts";

/** The tools of a connection; those that wait for a decision first. */
export function ToolTable({ tools, onStale }: { tools: readonly Tool[]; onStale: () => void }) {
  const rank = (tool: Tool) => (tool.is_gone ? 3 : tool.kind === null ? 0 : tool.changed_to ? 1 : 2);
  const sorted = [...tools].sort((a, b) => rank(a) - rank(b) || toolTitle(a).localeCompare(toolTitle(b)));
  return (
    <ul class="tool-rows">
      {sorted.map((tool) => (
        <ToolRow key={tool.id} tool={tool} onStale={onStale} />
      ))}
    </ul>
  );
}

function ToolRow({ tool, onStale }: { tool: Tool; onStale: () => void }) {
  const { may } = useWorkspace();
  const state = toolState(tool);
  return (
    <li class="tool-row">
      <a class="tool-main" href={`/console/tools/${tool.connection_id}/${tool.id}`}>
        <span class="tool-name">
          <bdi>{toolTitle(tool)}</bdi>
          {tool.title && tool.title !== tool.name ? <code dir="ltr">{visibleText(tool.name)}</code> : null}
        </span>
        <span class="tool-about" dir="auto">
          {visibleText(tool.description) || "No description"}
        </span>
      </a>
      <span class="tool-facts">
        {tool.kind ? <KindChip kind={tool.kind} /> : null}
        {tool.kind ? <span class="muted">{audiences[tool.audience].label}</span> : null}
        {tool.kind === "write" ? (
          <span class="muted">
            {approvals[tool.approval].label} {tool.approval === "both" ? "approve" : "approves"}
          </span>
        ) : null}
      </span>
      <span class="tool-state">
        <span class={`chip chip-${state.tone}`}>{state.text}</span>
        {tool.kind !== null && !tool.is_gone && may("admin") ? <Switch tool={tool} onStale={onStale} /> : null}
      </span>
    </li>
  );
}

export function KindChip({ kind }: { kind: "read" | "write" }) {
  return <span class={`chip chip-${kind}`}>{toolKinds[kind].label}</span>;
}

/** Turns a tool on or off at once. */
function Switch({ tool, onStale }: { tool: Tool; onStale: () => void }) {
  const { api, toasts } = useWorkspace();
  const { busy, run } = useDoing();
  const turn = () =>
    run(
      () => api.call(toolRoutes.changeTool, { id: tool.id, body: { is_active: !tool.is_active } }),
      (changed) => {
        toasts.show(`Turned ${changed.is_active ? "on" : "off"} “${toolTitle(changed)}”`);
        onStale();
      },
    );
  return (
    <button
      type="button"
      class="btn ghost small"
      aria-disabled={busy.value}
      aria-label={`${tool.is_active ? "Turn off" : "Turn on"}: ${toolTitle(tool)}`}
      onClick={() => void turn()}
    >
      {tool.is_active ? "Turn off" : "Turn on"}
    </button>
  );
}
