import type { Tool } from "../../../protocol/admin-tools.ts";
import { toolRoutes } from "../../../protocol/routes/tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { useDoing } from "../ui/loaded-part.tsx";
import { Spinner } from "../ui/states.tsx";
import { diffWords } from "../ui/word-diff.ts";
import { Json } from "./call-outcome.tsx";
import { type JsonSchema, type SchemaRow, schemaRows } from "./schema.ts";

/** The server's changed definition compared with the approved one; the tool is disabled until it is approved again. */
export function ChangedDefinition({ tool, onTool }: { tool: Tool; onTool: (tool: Tool) => void }) {
  const { api, toasts, may } = useWorkspace();
  const { busy, run } = useDoing();
  const next = tool.changed_to;
  if (!next) return null;
  const approve = () =>
    run(
      () => api.call(toolRoutes.acceptTool, { id: tool.id, body: { definition_hash: next.definition_hash } }),
      (approved) => {
        toasts.show("Approved the new definition");
        onTool(approved);
      },
    );
  return (
    <section class="changed" aria-labelledby="changed-title">
      <h2 id="changed-title">
        <Icon name="warning" /> The server has changed this tool
      </h2>
      <p>It is off until you review and approve the change.</p>
      <Differences tool={tool} next={next} />
      {may("admin") ? (
        <button type="button" class="btn primary" aria-disabled={busy.value} onClick={() => void approve()}>
          {busy.value ? <Spinner /> : null} Approve the new definition
        </button>
      ) : null}
    </section>
  );
}

function Differences({ tool, next }: { tool: Tool; next: NonNullable<Tool["changed_to"]> }) {
  const rows = changedRows(tool.input_schema, next.input_schema);
  return (
    <>
      {next.description === tool.description ? null : (
        <div class="changed-part">
          <h3>Description</h3>
          <p dir="auto">
            {diffWords(visibleText(tool.description), visibleText(next.description)).map(({ type, text }, at) =>
              type === "added" ? <ins key={at}>{text}</ins> : type === "removed" ? <del key={at}>{text}</del> : text,
            )}
          </p>
        </div>
      )}
      {rows.length > 0 ? (
        <div class="changed-part">
          <h3>Arguments</h3>
          <ul>
            {rows.map(({ path, before, after }) => (
              <li key={path}>
                <code>{visibleText(path)}</code> {before ? <del dir="auto">{visibleText(before)}</del> : null}{" "}
                {after ? <ins dir="auto">{visibleText(after)}</ins> : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <details class="raw">
        <summary>Full definitions</summary>
        <div class="changed-whole">
          <Json
            value={{ description: tool.description, input: tool.input_schema, output: tool.output_schema }}
            name="Approved definition"
          />
          <Json
            value={{ description: next.description, input: next.input_schema, output: next.output_schema }}
            name="New definition"
          />
        </div>
      </details>
    </>
  );
}

/** A changed argument; empty on the side where it does not exist. */
interface ChangedRow {
  path: string;
  before: string;
  after: string;
}

/** Changed arguments of a tool, as text. */
function changedRows(before: JsonSchema, after: JsonSchema): ChangedRow[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? "", after: now.get(path) ?? "" }))
    .filter((row) => row.before !== row.after);
}

function wordsOf(schema: JsonSchema): Map<string, string> {
  return new Map(schemaRows(schema).map((row) => [row.path, words(row)]));
}

function words({ type, isRequired, description, rules }: SchemaRow): string {
  return [type, isRequired ? "required" : "optional", rules, description].filter(Boolean).join(", ");
}
