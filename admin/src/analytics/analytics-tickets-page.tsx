import { analyticsRoutes } from "../../../protocol/routes/analytics.ts";
import { StatusChip } from "../tickets/inbox/ticket-chips.tsx";
import "./analytics.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { AnalyticsMeasure, AnalyticsTicket, AnalyticsTicketsResponse } from "../../../protocol/admin-analytics.ts";
import { useWorkspace } from "../app-context.ts";
import { errorSentence } from "../ui/api-call.ts";
import { ticketTitle } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { createLoaded } from "../ui/loaded.ts";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Notice } from "../ui/states.tsx";
import { fullTime } from "../ui/time.ts";
import type { TicketsWanted } from "./analytics-calls.ts";
import { amountKinds, measureTitles } from "./measures.ts";
import { type NumberKind, numberText } from "./number-text.ts";
import { periodFrom, periodPath, spanText } from "./period.ts";

const amountNames: Record<NumberKind, string> = {
  seconds: "Time",
  money: "Cost",
  grade: "Confidence",
  count: "Score",
  share: "Share",
};

export function AnalyticsTicketsPage() {
  const { api, may, toasts } = useWorkspace();
  const { query } = useLocation();
  const wanted = wantedFrom(query);
  const key = JSON.stringify(wanted);
  const loaded = useMemo(() => createLoaded<AnalyticsTicketsResponse>(), []);
  const isBusy = useSignal(false);
  const read = (from: TicketsWanted & { cursor?: string }, signal?: AbortSignal) =>
    api.call(analyticsRoutes.listTicketsOfFigure, { query: { ...from, limit: 50 } }, { signal });
  const load = () => (wanted ? loaded.load((signal) => read(wanted, signal)) : Promise.resolve());
  useEffect(() => {
    loaded.reset();
    if (may("manager")) void load();
  }, [key]);
  if (!may("manager"))
    return <Notice main title="Analytics are available to managers" text="Your role does not allow this." />;
  if (!wanted) return <Notice main title="These tickets can't be found" text="This link is incomplete." />;
  const more = async (page: AnalyticsTicketsResponse) => {
    if (isBusy.value || page.next_cursor === null) return;
    isBusy.value = true;
    try {
      const next = await read({ ...wanted, cursor: page.next_cursor });
      loaded.set({ ...next, items: [...page.items, ...next.items] });
    } catch (error) {
      toasts.fail(`No more could be loaded. ${errorSentence(error)}`);
    } finally {
      isBusy.value = false;
    }
  };
  const name = query["name"];
  return (
    <div class="sheet-page analytics">
      <header class="page-head">
        <div>
          <a class="back-link" href={periodPath(periodFrom({ from: wanted.from, to: wanted.to }))}>
            <Icon name="back" /> Analytics
          </a>
          <h1 dir="auto">{name ? `${measureTitles[wanted.measure]} ${name}` : measureTitles[wanted.measure]}</h1>
          <p class="muted">{[spanText(wanted), binText(wanted)].filter(Boolean).join(" · ")}</p>
        </div>
      </header>
      <LoadedPart state={loaded.state.value} name="The tickets" onRetry={() => void load()}>
        {(page) =>
          page.items.length === 0 ? (
            <Notice title="No tickets" text="There are none, or they have been deleted." />
          ) : (
            <>
              <TicketRows measure={wanted.measure} items={page.items} />
              {page.next_cursor === null ? null : (
                <button type="button" class="btn" aria-disabled={isBusy.value} onClick={() => void more(page)}>
                  Show more
                </button>
              )}
            </>
          )
        }
      </LoadedPart>
    </div>
  );
}

function wantedFrom(query: Record<string, string | undefined>): TicketsWanted | null {
  const { measure = "", of, bin } = query;
  const period = periodFrom(query);
  if (!Object.hasOwn(measureTitles, measure) || !("from" in period)) return null;
  // Safe: the key was checked above.
  return { measure: measure as AnalyticsMeasure, ...period, of, ...(bin === undefined ? {} : { bin: Number(bin) }) };
}

function binText({ measure, bin }: TicketsWanted): string {
  if (bin === undefined) return "";
  return measure === "grade" ? `confidence ${(bin / 10).toFixed(1)} to ${((bin + 1) / 10).toFixed(1)}` : `score ${bin}`;
}

function TicketRows({ measure, items }: { measure: AnalyticsMeasure; items: readonly AnalyticsTicket[] }) {
  const kind = amountKinds[measure];
  return (
    <ul class="analytics-tickets">
      {items.map((ticket) => (
        <li key={ticket.id}>
          <div class="ticket-words">
            <a class="ticket-line" href={`/console/inbox/${ticket.id}?view=all`} dir="auto">
              <span class="muted">#{ticket.number}</span> {ticketTitle(ticket)}
            </a>
            {ticket.visitor_name ? (
              <span class="ticket-who muted" dir="auto">
                {ticket.visitor_name}
              </span>
            ) : null}
          </div>
          <StatusChip status={ticket.status} endedAs={ticket.ended_as} />
          <span class="ticket-when muted">
            {fullTime(ticket.at)}
            {ticket.times > 1 ? ` · ${ticket.times} times` : ""}
          </span>
          {kind ? (
            <span class="ticket-amount">
              <span class="visually-hidden">{amountNames[kind]} </span>
              {numberText(ticket.amount, kind)}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
