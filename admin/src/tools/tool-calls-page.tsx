import "./calls.css";
import "./tools.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { CallFilter, ToolCall } from "../../../protocol/admin-tool-calls.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { queryString } from "../ui/query-string.ts";
import { Notice } from "../ui/states.tsx";
import { useAsked, useDoing } from "../ui/use-asked.ts";
import { callFilter, type ShownCalls, shownCalls } from "./call-filter.ts";
import { CallFilters } from "./call-filters.tsx";
import { CallRow } from "./call-row.tsx";
import { callsFilePath, toolsCalls } from "./tools-calls.ts";
import { ToolsTabs } from "./tools-tabs.tsx";

const pageSize = 50;

/** Every call that was made, newest first. */
export function ToolCallsPage() {
  const { may } = useWorkspace();
  const { query, route } = useLocation();
  const shown = shownCalls(query);
  const change = (to: Partial<ShownCalls>) => route(`/console/tools/calls${queryString({ ...shown, ...to })}`);
  // One moment for the list and its file.
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
      {may("manager") ? <ToolsTabs /> : null}
      <CallFilters shown={shown} onChange={change} />
      <CallList key={key} shown={shown} />
    </div>
  );
}

function Files({ filter }: { filter: CallFilter }) {
  return (
    <div class="tools-actions">
      {(["csv", "json"] as const).map((format) => (
        <a key={format} class="btn" href={callsFilePath(filter, format)} download>
          <Icon name="download" /> {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}

function CallList({ shown }: { shown: ShownCalls }) {
  const { api } = useWorkspace();
  const calls = toolsCalls(api.admin);
  const filter = useSignal(callFilter(shown, Date.now())).value;
  const asked = useAsked("", (signal) => calls.toolCalls({ ...filter, limit: pageSize }, signal));
  const { busy, run } = useDoing();
  const isNarrow = Object.values(shown).some((value) => value !== undefined);
  return (
    <LoadedPart state={asked.state.value} name="The calls" onRetry={() => void asked.again()}>
      {({ items, next_cursor: cursor }) => {
        const more = () =>
          run(
            () => calls.toolCalls({ ...filter, limit: pageSize, cursor: cursor ?? "" }),
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
