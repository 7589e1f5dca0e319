import { type Signal, useSignal } from "@preact/signals";
import type { ToolConnection } from "../../../protocol/admin-tools.ts";
import { useWorkspace } from "../app-context.ts";
import { DialogFoot } from "../ui/ask-first.tsx";
import { attempt } from "../ui/attempt.ts";
import { RadioOptions } from "../ui/radio-options.tsx";
import { TextField } from "../ui/text-field.tsx";
import {
  type ConnectionDraft,
  type ConnectionProblems,
  changeBody,
  connectionDraft,
  createBody,
  problemAt,
  problemsOf,
} from "./connection-draft.ts";
import { HeaderLines } from "./header-lines.tsx";
import { toolsCalls } from "./tools-calls.ts";

const kinds = [
  { value: "mcp", label: "MCP server", text: "Discovers tools automatically (streamable HTTP)." },
  { value: "rest", label: "REST actions", text: "Define requests yourself." },
] as const;

interface FormProps {
  /** Null: a new one. */
  connection: ToolConnection | null;
  onDone: (connection: ToolConnection) => void;
  onClose: () => void;
}

/** A connection's name, address and headers. Headers that it has are named; their values are never shown again. */
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
    const calls = toolsCalls(api.admin);
    const came = await attempt(() =>
      connection
        ? calls.changeConnection(connection.id, changeBody(draft.value))
        : calls.addConnection(createBody(draft.value)),
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
        <p class="form-error" role="alert">
          {problems.value.form ?? ""}
        </p>
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

/** What a server can rely on, beside the headers of its tenant. */
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
