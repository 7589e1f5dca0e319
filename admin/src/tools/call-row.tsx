import { useSignal } from "@preact/signals";
import type { ToolCall } from "../../../protocol/admin-tool-calls.ts";
import { Fact } from "../ui/fact.tsx";
import { latency } from "../ui/format.ts";
import { now } from "../ui/now.ts";
import { fullTime, shortAge } from "../ui/time.ts";
import { CallOutcome } from "./call-outcome.tsx";
import { CallStatus } from "./call-status.tsx";
import { Json } from "./json.tsx";
import { SettleCall } from "./settle-call.tsx";
import { actorName, callKinds } from "./tool-words.ts";

interface CallRowProps {
  call: ToolCall;
  onCall: (call: ToolCall) => void;
}

/** One call of the record, and on demand everything that is known of it. */
export function CallRow({ call, onCall }: CallRowProps) {
  const open = useSignal(false);
  const isOpen = call.status === "unknown" && call.settled === null;
  return (
    <li class={isOpen ? "call call-open" : "call"}>
      <details onToggle={(event) => (open.value = event.currentTarget.open)}>
        <summary>
          <time class="muted" dateTime={call.created_at} title={fullTime(call.created_at)}>
            {shortAge(call.created_at, now.value)}
          </time>
          <CallStatus status={call.status} />
          <span class="call-title">
            <bdi>{call.title || call.tool}</bdi> <span class="muted">{call.connection}</span>
          </span>
          <span class="call-said muted" dir="auto">
            {call.error ?? call.shown}
          </span>
          <span class="muted call-kind">{callKinds[call.kind]}</span>
        </summary>
        {open.value ? <CallDetails call={call} /> : null}
      </details>
      {isOpen ? <SettleCall call={call} onCall={onCall} /> : null}
    </li>
  );
}

function CallDetails({ call }: { call: ToolCall }) {
  return (
    <div class="call-body">
      <CallFacts call={call} />
      <h3>Arguments</h3>
      <Json value={call.arguments} name="Arguments" />
      <CallOutcome outcome={call} modelTitle="Result for the model" />
    </div>
  );
}

function CallFacts({ call }: { call: ToolCall }) {
  const { actor, ticket, took_ms: took, http_status: http, settled } = call;
  return (
    <dl class="facts">
      <Fact name="Tool">
        <a href={`/console/tools/${call.connection_id}/${call.tool_id}`}>{call.tool}</a>
      </Fact>
      <Fact name="Approved by">{actorName(actor)}</Fact>
      {ticket ? (
        <Fact name="Ticket">
          <a href={`/console/inbox/${ticket.id}?view=all`}>#{ticket.number}</a>
        </Fact>
      ) : null}
      <Fact name="Began">{fullTime(call.created_at)}</Fact>
      {took === null ? null : <Fact name="Took">{latency(took)}</Fact>}
      {http === null ? null : <Fact name="HTTP status">{http}</Fact>}
      <Fact name="Key">
        <code class="call-key">{call.id}</code>
      </Fact>
      {settled ? (
        <Fact name="Looked into">
          {settled.by.name ?? "Former member"}: {settled.status === "completed" ? "done" : "not done"}
          {settled.note ? `. ${settled.note}` : ""} <span class="muted">{fullTime(settled.at)}</span>
        </Fact>
      ) : null}
    </dl>
  );
}
