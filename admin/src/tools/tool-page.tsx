import "./calls.css";
import "./tools.css";
import { useSignal } from "@preact/signals";
import { useLocation, useRoute } from "preact-iso";
import type { Tool, ToolConnection } from "../../../protocol/admin-tools.ts";
import { toolConnectionRoutes, toolRoutes } from "../../../protocol/routes/tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { useWorkspace } from "../app-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart, useAsked, useDoing } from "../ui/loaded-part.tsx";
import { Notice, Spinner } from "../ui/states.tsx";
import { Json } from "./call-outcome.tsx";
import { ChangedDefinition } from "./changed-definition.tsx";
import { type RestProblems, readRest, restDraft } from "./rest-draft.ts";
import { RestEditor } from "./rest-editor.tsx";
import { type JsonSchema, schemaRows } from "./schema.ts";
import { ToolDecision } from "./tool-decision.tsx";
import { KindChip } from "./tool-table.tsx";
import { toolState, toolTitle } from "./tool-words.ts";
import { TryTool } from "./try-tool.tsx";

/** One tool: definition, decision, and test calls. */
export function ToolPage() {
  const { api, may } = useWorkspace();
  const { params } = useRoute();
  const [connectionId = "", id = ""] = [params["id"], params["tool"]];
  const asked = useAsked(id, async (signal) => {
    const [{ items: connections }, { items: tools }] = await Promise.all([
      api.call(toolConnectionRoutes.listToolConnections, {}, { signal }),
      api.call(toolRoutes.listTools, { query: { connection_id: connectionId } }, { signal }),
    ]);
    const connection = connections.find((each) => each.id === connectionId);
    const tool = tools.find((each) => each.id === id);
    return connection && tool ? { connection, tool } : null;
  });
  if (!may("manager"))
    return <Notice main title="Tools are available to managers" text="Your role does not allow this." />;
  return (
    <div class="sheet-page tools">
      <LoadedPart state={asked.state.value} name="The tool" onRetry={() => void asked.again()}>
        {(found) =>
          found ? (
            <Whole {...found} onTool={(tool) => asked.set({ ...found, tool })} />
          ) : (
            <Notice main title="This tool does not exist" text="It may have been removed." />
          )
        }
      </LoadedPart>
    </div>
  );
}

interface WholeProps {
  connection: ToolConnection;
  tool: Tool;
  onTool: (tool: Tool) => void;
}

function Whole({ connection, tool, onTool }: WholeProps) {
  const { may } = useWorkspace();
  const state = toolState(tool);
  return (
    <>
      <a class="crumb" href={`/console/tools/${connection.id}`}>
        <Icon name="back" /> <bdi>{visibleText(connection.name)}</bdi>
      </a>
      <header class="page-head tools-head">
        <div>
          <h1 dir="auto">{toolTitle(tool)}</h1>
          <p class="connection-facts">
            <span class={`chip chip-${state.tone}`}>{state.text}</span>
            {tool.kind ? <KindChip kind={tool.kind} /> : null}
            <code dir="ltr">{visibleText(tool.name)}</code>
          </p>
        </div>
        <div class="tools-actions">
          <a class="btn ghost" href={`/console/tools/calls?tool_id=${tool.id}`}>
            Call log
          </a>
          {(tool.request || tool.is_gone) && may("admin") ? <RemoveTool tool={tool} /> : null}
        </div>
      </header>
      {tool.problems.map((problem) => (
        <p class="tools-problem" key={problem}>
          <Icon name="warning" /> <span dir="auto">{visibleText(problem)}</span>
        </p>
      ))}
      <ChangedDefinition tool={tool} onTool={onTool} />
      <div class="tool-columns">
        <div class="tool-left">
          {tool.request ? (
            <RestRequestForm connection={connection} tool={tool} onTool={onTool} />
          ) : (
            <Definition tool={tool} />
          )}
          {may("admin") ? <TryTool key={tool.definition_hash} tool={tool} /> : null}
        </div>
        <ToolDecision tool={tool} onTool={onTool} />
      </div>
    </>
  );
}

function Definition({ tool }: { tool: Tool }) {
  return (
    <section aria-labelledby="definition-title">
      <h2 id="definition-title">Inputs</h2>
      <SchemaTable schema={tool.input_schema} name="Arguments" />
      {tool.output_schema ? (
        <details class="raw">
          <summary>Output</summary>
          <SchemaTable schema={tool.output_schema} name="Result" />
        </details>
      ) : null}
    </section>
  );
}

function RestRequestForm({ connection, tool, onTool }: WholeProps) {
  const { api, toasts, may } = useWorkspace();
  const draft = useSignal(restDraft(tool));
  const problems = useSignal<RestProblems>({});
  const { busy, run } = useDoing();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readRest(draft.value);
    problems.value = "problems" in read ? read.problems : {};
    if ("problems" in read) return;
    void run(
      () => api.call(toolRoutes.changeTool, { id: tool.id, body: read }),
      (changed) => {
        toasts.show("Saved the request");
        onTool(changed);
      },
    );
  };
  return (
    <form aria-labelledby="request-title" onSubmit={submit} noValidate>
      <h2 id="request-title">The request</h2>
      <fieldset disabled={!may("admin")}>
        <legend class="visually-hidden">Details</legend>
        <RestEditor draft={draft} problems={problems.value} address={connection.url} />
      </fieldset>
      {may("admin") ? (
        <button type="submit" class="btn rest-save" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null} Save the request
        </button>
      ) : null}
    </form>
  );
}

/** Removes a tool that the server no longer offers or that a person defined; asks for confirmation. */
function RemoveTool({ tool }: { tool: Tool }) {
  const { api, toasts } = useWorkspace();
  const { route } = useLocation();
  const asking = useSignal(false);
  const { busy, run } = useDoing();
  const close = () => (asking.value = false);
  const remove = () =>
    run(
      () => api.call(toolRoutes.deleteTool, { id: tool.id }),
      () => {
        toasts.show(`Removed “${toolTitle(tool)}”`);
        route(`/console/tools/${tool.connection_id}`);
      },
    );
  return (
    <>
      <button type="button" class="btn ghost" onClick={() => (asking.value = true)}>
        Remove
      </button>
      <Dialog open={asking.value} label="Remove tool" class="dialog-small" onClose={close}>
        <ConfirmDialog title="Remove this tool?" verb="Remove" busy={busy.value} onYes={remove} onClose={close}>
          <p>
            The rules of <strong dir="auto">{toolTitle(tool)}</strong> will be deleted. The call log is kept.
          </p>
        </ConfirmDialog>
      </Dialog>
    </>
  );
}

/** A schema's arguments, one per line; the exact schema below. */
function SchemaTable({ schema, name }: { schema: JsonSchema; name: string }) {
  const rows = schemaRows(schema);
  return (
    <>
      {rows.length === 0 ? (
        <p class="muted">None.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard.
        <section class="table-frame" tabIndex={0} aria-label={name}>
          <table class="table schema">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Type</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ path, type, isRequired, description, rules }) => (
                <tr key={path}>
                  <th scope="row">
                    <code>{visibleText(path)}</code>
                    {isRequired ? <span class="schema-must">required</span> : null}
                  </th>
                  <td>{type}</td>
                  <td dir="auto">
                    {visibleText(description)}
                    {rules ? <span class="schema-rules">{visibleText(rules)}</span> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <details class="raw">
        <summary>As JSON Schema</summary>
        <Json value={schema} name={`${name}, as JSON Schema`} />
      </details>
    </>
  );
}
