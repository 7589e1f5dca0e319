import "./calls.css";
import "./tools.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { CallFilter, ToolCall } from "../../../protocol/admin-tool-calls.ts";
import { toolCallRoutes } from "../../../protocol/routes/tool-calls.ts";
import { useWorkspace } from "../app-context.ts";
import { queryString, urlOf } from "../ui/api-call.ts";
import { latency } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart, useAsked, useDoing } from "../ui/loaded-part.tsx";
import { Fact } from "../ui/section.tsx";
import { Notice } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { fullTime, now, shortAge } from "../ui/time.ts";
import { CallFilters, callFilter, type ShownCalls, shownCalls } from "./call-filters.tsx";
import { CallOutcome, CallStatus, Json, SettleCall } from "./call-outcome.tsx";
import { actorName, callKinds, toolTabs } from "./tool-words.ts";

const pageSize = 50;

/** All calls, newest first. */
export function ToolCallsPage() {
  const { may } = useWorkspace();
  const { query, route } = useLocation();
  const shown = shownCalls(query);
  const change = (to: Partial<ShownCalls>) => route(`/console/tools/calls${queryString({ ...shown, ...to })}`);
  // The same time for the list and its export.
  const asOf = useSignal(Date.now());
  const key = JSON.stringify(shown);
  useEffect(() => {
    asOf.value = Date.now();
  }, [key]);
  if (!may("agent"))
    return <Notice main title="Tool calls are available to agents" text="Your role does not allow this." />;
  const filter = callFilter(shown, asOf.value);
  return (
    <div class="sheet-page tools">
      <header class="page-head">
        <div>
          <h1>Calls</h1>
          <p class="muted">Every call is logged before it runs. Secrets are redacted.</p>
        </div>
        {may("manager") ? <Files filter={filter} /> : null}
      </header>
      {may("manager") ? <Tabs label="Tools" tabs={toolTabs} /> : null}
      <CallFilters shown={shown} onChange={change} />
      <CallList key={key} shown={shown} />
    </div>
  );
}

function Files({ filter }: { filter: CallFilter }) {
  return (
    <div class="tools-actions">
      {(["csv", "json"] as const).map((format) => (
        <a
          key={format}
          class="btn"
          href={urlOf(toolCallRoutes.exportToolCalls, { query: { ...filter, format } })}
          download
        >
          <Icon name="download" /> {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}

function CallList({ shown }: { shown: ShownCalls }) {
  const { api } = useWorkspace();
  const filter = useSignal(callFilter(shown, Date.now())).value;
  const readPage = (cursor?: string, signal?: AbortSignal) =>
    api.call(toolCallRoutes.listToolCalls, { query: { ...filter, limit: pageSize, cursor } }, { signal });
  const asked = useAsked("", (signal) => readPage(undefined, signal));
  const { busy, run } = useDoing();
  const isNarrow = Object.values(shown).some((value) => value !== undefined);
  return (
    <LoadedPart state={asked.state.value} name="The calls" onRetry={() => void asked.again()}>
      {({ items, next_cursor: cursor }) => {
        const more = () =>
          run(
            () => readPage(cursor ?? undefined),
            (page) => asked.set({ ...page, items: [...items, ...page.items] }),
          );
        const put = (call: ToolCall) =>
          asked.set({ items: items.map((each) => (each.id === call.id ? call : each)), next_cursor: cursor });
        return items.length === 0 ? (
          <Notice
            title={isNarrow ? "No matching calls" : "No calls yet"}
            text={isNarrow ? "Change the filters." : "Calls by the assistant and your test calls will appear here."}
          />
        ) : (
          <>
            <ul class="calls">
              {items.map((call) => (
                <CallRow key={call.id} call={call} onCall={put} />
              ))}
            </ul>
            {cursor ? (
              <button type="button" class="btn" aria-disabled={busy.value} onClick={() => void more()}>
                Show more
              </button>
            ) : null}
          </>
        );
      }}
    </LoadedPart>
  );
}

interface CallRowProps {
  call: ToolCall;
  onCall: (call: ToolCall) => void;
}

/** One call, expandable to all its data. */
function CallRow({ call, onCall }: CallRowProps) {
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
