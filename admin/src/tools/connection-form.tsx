import { type Signal, useSignal } from "@preact/signals";
import type { ToolConnection } from "../../../protocol/admin-tools.ts";
import { useWorkspace } from "../app-context.ts";
import { DialogFoot } from "../components/ask-first.tsx";
import { attempt } from "../lib/attempt.ts";
import { RadioOptions } from "../settings/radio-options.tsx";
import { TextField } from "../settings/text-field.tsx";
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
  { value: "mcp", label: "MCP server", text: "Says itself which tools it has. It speaks streamable HTTP." },
  { value: "rest", label: "REST actions", text: "You write down the requests that there are, below one address." },
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
        <RadioOptions
          legend="What it is"
          name="kind"
          choices={kinds}
          chosen={kind}
          onChange={(to) => edit({ kind: to })}
        />
      ) : null}
      <TextField
        label="Name"
        value={name}
        max={60}
        hint="Visitors read it: “from Orders, just now”."
        {...(problems.name ? { problem: problems.name } : {})}
        onChange={(to) => edit({ name: to })}
      />
      <TextField
        label={isMcp ? "Address of the server" : "Address that all paths begin with"}
        value={url}
        max={2_048}
        hint={isMcp ? "Such as https://mcp.example.com/mcp" : "Such as https://api.example.com/v1"}
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
      <summary>What else goes along with a call</summary>
      <ul>
        <li>
          A token of this installation that is good for this server and for a minute; your server checks it with the
          keys at{" "}
          <a href="/.well-known/jwks.json" target="_blank" rel="noopener noreferrer">
            /.well-known/jwks.json
          </a>
          .
        </li>
        <li>
          Signed: which tenant, ticket and visitor it is about, whether the visitor is identified, and an id of the
          call.
        </li>
        <li>
          For a write, a key that stays the same however often it is sent: what was done for it is not done again.
        </li>
      </ul>
    </details>
  );
}
