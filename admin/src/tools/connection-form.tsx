import { type Signal, useSignal } from "@preact/signals";
import type { ToolConnection } from "../../../protocol/admin-tools.ts";
import { toolConnectionRoutes } from "../../../protocol/routes/tools.ts";
import { useWorkspace } from "../app-context.ts";
import { attempt } from "../ui/attempt.ts";
import { DialogFoot } from "../ui/confirm-dialog.tsx";
import { FormError } from "../ui/dialog-head.tsx";
import { RadioOptions, TextField } from "../ui/fields.tsx";
import { Icon } from "../ui/icon.tsx";
import {
  type ConnectionDraft,
  type ConnectionProblems,
  changeBody,
  connectionDraft,
  createBody,
  type HeaderLine,
  problemAt,
  problemsOf,
} from "./connection-draft.ts";

const kinds = [
  { value: "mcp", label: "MCP server", text: "Discovers tools automatically (streamable HTTP)." },
  { value: "rest", label: "REST actions", text: "Define requests yourself." },
] as const;

interface FormProps {
  /** Null: a new connection. */
  connection: ToolConnection | null;
  onDone: (connection: ToolConnection) => void;
  onClose: () => void;
}

/** Name, URL and headers of a connection. Existing headers are listed by name; their values are never shown again. */
export function ConnectionForm({ connection, onDone, onClose }: FormProps) {
  const { api } = useWorkspace();
  const draft = useSignal(connectionDraft(connection));
  const problems = useSignal<ConnectionProblems>({});
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    problems.value = problemsOf(draft.value);
    if (Object.keys(problems.value).length > 0) return;
    busy.value = true;
    const came = await attempt(() =>
      connection
        ? api.call(toolConnectionRoutes.changeToolConnection, { id: connection.id, body: changeBody(draft.value) })
        : api.call(toolConnectionRoutes.createToolConnection, { body: createBody(draft.value) }),
    );
    busy.value = false;
    if ("problem" in came) problems.value = problemAt(came.problem);
    else onDone(came.done);
  };
  return (
    <form onSubmit={submit} noValidate>
      <div class="dialog-head">
        <h2>{connection ? "Change connection" : "Add a connection"}</h2>
      </div>
      <div class="dialog-body">
        <Fields
          draft={draft}
          problems={problems.value}
          isNew={connection === null}
          known={connection?.header_names ?? []}
        />
        <SentAlong />
        <FormError text={problems.value.form} />
        <DialogFoot verb={connection ? "Save" : "Connect"} busy={busy.value} onClose={onClose} />
      </div>
    </form>
  );
}

interface FieldsProps {
  draft: Signal<ConnectionDraft>;
  problems: ConnectionProblems;
  isNew: boolean;
  known: readonly string[];
}

function Fields({ draft, problems, isNew, known }: FieldsProps) {
  const { kind, name, url, headers } = draft.value;
  const edit = (change: Partial<ConnectionDraft>) => (draft.value = { ...draft.value, ...change });
  const isMcp = kind === "mcp";
  return (
    <>
      {isNew ? (
        <RadioOptions legend="Type" name="kind" choices={kinds} chosen={kind} onChange={(to) => edit({ kind: to })} />
      ) : null}
      <TextField
        label="Name"
        value={name}
        max={60}
        hint="Shown to visitors, for example “Orders, just now”."
        {...(problems.name ? { problem: problems.name } : {})}
        onChange={(to) => edit({ name: to })}
      />
      <TextField
        label={isMcp ? "Address of the server" : "Base URL"}
        value={url}
        max={2_048}
        hint={isMcp ? "For example https://mcp.example.com/mcp" : "For example https://api.example.com/v1"}
        {...(problems.url ? { problem: problems.url } : {})}
        onChange={(to) => edit({ url: to })}
      />
      <HeaderLines known={known} lines={headers} problem={problems.headers} onChange={(to) => edit({ headers: to })} />
    </>
  );
}

/** Headers that every call contains besides the tenant's own. */
function SentAlong() {
  return (
    <details class="sent-along">
      <summary>Advanced</summary>
      <ul>
        <li>
          A token for this server, valid for one minute. Verify it with the keys at{" "}
          <a href="/.well-known/jwks.json" target="_blank" rel="noopener noreferrer">
            /.well-known/jwks.json
          </a>
          .
        </li>
        <li>Signed: workspace, ticket, visitor, whether the visitor is verified, and a call ID.</li>
        <li>For writes: the same key on every retry, so you can avoid doing it twice.</li>
      </ul>
    </details>
  );
}

interface HeaderLinesProps {
  /** Names of the existing headers; their values are never shown. */
  known: readonly string[];
  /** Null: the existing headers stay. */
  lines: readonly HeaderLine[] | null;
  problem: string | undefined;
  onChange: (lines: readonly HeaderLine[]) => void;
}

/** Headers of a connection. Values of existing ones are never shown, so the user keeps or replaces them. */
function HeaderLines({ known, lines, problem, onChange }: HeaderLinesProps) {
  return (
    <fieldset class="field headers">
      <legend>Headers</legend>
      <small>Sent with every call, e.g. an API key. Stored encrypted.</small>
      {lines === null ? (
        <div class="header-line">
          <span class="headers-known">
            {known.length === 0 ? <span class="muted">None.</span> : null}
            {known.map((name) => (
              <code key={name} dir="ltr">
                {name}
              </code>
            ))}
          </span>
          <button type="button" class="btn small" onClick={() => onChange([emptyLine])}>
            {known.length === 0 ? "Add headers" : "Replace headers"}
          </button>
        </div>
      ) : (
        <Lines lines={lines} replaced={known} onChange={onChange} />
      )}
      <FormError text={problem} />
    </fieldset>
  );
}

const emptyLine: HeaderLine = { name: "", value: "" };
/** Same limit as on the server. */
const maxHeaders = 10;

interface LinesProps {
  lines: readonly HeaderLine[];
  replaced: readonly string[];
  onChange: (lines: readonly HeaderLine[]) => void;
}

function Lines({ lines, replaced, onChange }: LinesProps) {
  const edit = (at: number, change: Partial<HeaderLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...change } : line)));
  return (
    <>
      {replaced.length > 0 ? <small>This replaces {replaced.join(", ")}.</small> : null}
      {lines.map((line, at) => (
        <div class="header-line" key={at}>
          <input
            class="input mono"
            aria-label={`Name of header ${at + 1}`}
            placeholder="Authorization"
            maxLength={100}
            autocomplete="off"
            spellcheck={false}
            value={line.name}
            onInput={(event) => edit(at, { name: event.currentTarget.value })}
          />
          <input
            class="input mono"
            type="password"
            aria-label={`Value of header ${at + 1}`}
            placeholder="Value"
            maxLength={4_000}
            autocomplete="new-password"
            value={line.value}
            onInput={(event) => edit(at, { value: event.currentTarget.value })}
          />
          <button
            type="button"
            class="icon-btn"
            aria-label={`Remove header ${at + 1}`}
            onClick={() => onChange(lines.filter((_line, index) => index !== at))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      {lines.length < maxHeaders ? (
        <button type="button" class="btn small headers-add" onClick={() => onChange([...lines, emptyLine])}>
          <Icon name="plus" /> Add a header
        </button>
      ) : null}
    </>
  );
}
