import { useEffect, useRef } from "preact/hooks";
import type { Segments, TicketSummary } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { ticketTitle, visitorName } from "../../ui/format.ts";
import { fullTime, now, shortAge, waitingLevel, waitingWords } from "../../ui/time.ts";
import { hasPreview, rowPreview, useRowWindow } from "./row-window.ts";
import { DueTime, LabelChips, StatusChip } from "./ticket-chips.tsx";

/** Number of rows before the end at which the next page is loaded. */
const aheadRows = 30;

interface RowListProps {
  openId: string | null;
  /** Receives the function that scrolls to a row, for keyboard navigation. */
  onReveal: (reveal: (index: number) => void) => void;
}

/** The rows of the list; only visible ones are rendered. */
export function RowList({ openId, onReveal }: RowListProps) {
  const { inbox, triage } = useWorkspace();
  const scroller = useRef<HTMLDivElement>(null);
  const items = inbox.items.value;
  const hasMore = inbox.hasMore.value;
  const { window: shown, reveal } = useRowWindow(scroller, items);
  onReveal(reveal);
  const rows = items.slice(shown.from, shown.to);
  const isNearEnd = shown.to >= items.length - aheadRows;
  const isStuck = inbox.error.value !== "" && inbox.loadingMore.value === false;
  useEffect(() => {
    if (isNearEnd && hasMore && !isStuck) void inbox.loadMore();
  }, [isNearEnd, hasMore, items.length]);
  useEffect(() => {
    void inbox.see(rows.map(({ id }) => id));
  }, [shown.from, shown.to, items]);
  const tabStop = rows.some(({ id }) => id === openId) ? openId : rows.find((_, at) => shown.from + at >= 0)?.id;
  const isMarking = triage.marked.byTap.value || triage.marked.ids.value.size > 0;
  return (
    <div class={`list-scroll ${isMarking ? "list-marking" : ""}`} ref={scroller}>
      <ul class="rows" style={{ paddingTop: `${shown.above}px`, paddingBottom: `${shown.below}px` }}>
        {rows.map((ticket, index) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            place={{ at: shown.from + index + 1, of: hasMore ? -1 : items.length }}
            open={ticket.id === openId}
            isTabStop={ticket.id === tabStop}
          />
        ))}
      </ul>
      {hasMore ? (
        <button type="button" class="btn ghost wide" onClick={() => void inbox.loadMore()}>
          {inbox.loadingMore.value ? "Loading…" : "Load more"}
        </button>
      ) : null}
    </div>
  );
}

/** A row has space for only one. */
const mostLabels = 1;

interface TicketRowProps {
  ticket: TicketSummary;
  /** Position among all tickets, from 1, and their total number; -1 when unknown. */
  place: { at: number; of: number };
  open: boolean;
  /** The row that Tab focuses; the others are reached with j, k and the arrow keys. */
  isTabStop: boolean;
}

/** One ticket of the list: visitor, subject, status and waiting time. */
function TicketRow({ ticket, place, open, isTabStop }: TicketRowProps) {
  const { inbox, triage, may } = useWorkspace();
  const isMarked = triage.marked.ids.value.has(ticket.id);
  const mark = (event: MouseEvent) => {
    if (event.shiftKey) triage.marked.extendTo(ticket.id);
    else triage.marked.toggle(ticket.id);
  };
  return (
    <li
      class={`row-item ${hasPreview(ticket) ? "row-long" : ""} ${isMarked ? "row-marked" : ""}`}
      aria-setsize={place.of}
      aria-posinset={place.at}
    >
      <a
        class={`row row-${ticket.status}`}
        href={`/console/inbox/${ticket.id}?${inbox.address.value}`}
        data-ticket={ticket.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={open ? "true" : undefined}
        onClick={(event) => {
          if (!(event.shiftKey || triage.marked.byTap.value) || !may("agent")) return;
          // Otherwise the browser opens a window, or the ticket opens.
          event.preventDefault();
          event.stopPropagation();
          mark(event);
        }}
      >
        <RowLines ticket={ticket} />
      </a>
      {may("agent") ? (
        <input
          type="checkbox"
          class="row-mark"
          tabIndex={-1}
          checked={isMarked}
          aria-label={`Select #${ticket.number}`}
          onClick={mark}
        />
      ) : null}
    </li>
  );
}

function RowLines({ ticket }: { ticket: TicketSummary }) {
  const { unsent } = useWorkspace();
  const { match } = ticket;
  const below = rowPreview(ticket);
  return (
    <>
      <span class="row-top">
        <span class="row-name" dir="auto">
          <Marked text={visitorName(ticket.visitor)} segments={match?.name} />
        </span>
        <RowTime ticket={ticket} />
      </span>
      <span class="row-subject" dir="auto">
        <Marked text={ticketTitle(ticket)} segments={match?.title} />
      </span>
      {hasPreview(ticket) ? (
        <span class="row-preview" dir="auto">
          <Marked text={below} segments={match?.snippet} />
        </span>
      ) : null}
      <span class="row-meta">
        <StatusChip status={ticket.status} endedAs={ticket.ended_as} />
        {ticket.is_reported ? (
          <span class="chip chip-reported" title="The visitor reported an answer as wrong">
            Reported
          </span>
        ) : null}
        <DueTime due={ticket.due} isShort />
        <span class="ticket-number">#{ticket.number}</span>
        {ticket.assignee ? <span class="row-assignee">{ticket.assignee.name}</span> : null}
        {ticket.priority === "high" || ticket.priority === "urgent" ? (
          <span class={`chip chip-priority-${ticket.priority}`}>
            {ticket.priority === "urgent" ? "Urgent" : "High"}
          </span>
        ) : null}
        <LabelChips labels={ticket.labels} most={mostLabels} />
        {unsent.tickets.value.has(ticket.id) ? <span class="row-unsent">Unsent text</span> : null}
      </span>
    </>
  );
}

/** A text with the search matches that the server reports marked. */
function Marked({ text, segments }: { text: string; segments: Segments | null | undefined }) {
  if (!segments) return <>{text}</>;
  return (
    <>{segments.map((segment, index) => (segment.hit ? <mark key={index}>{segment.text}</mark> : segment.text))}</>
  );
}

function RowTime({ ticket }: { ticket: TicketSummary }) {
  const since = ticket.waiting_since;
  if (!since) {
    return (
      <time class="row-time" dateTime={ticket.updated_at} title={fullTime(ticket.updated_at)}>
        {shortAge(ticket.updated_at, now.value)}
      </time>
    );
  }
  return (
    <time
      class={`row-time waiting waiting-${waitingLevel(since, now.value)}`}
      dateTime={since}
      title={waitingWords(since, now.value)}
    >
      <span class="visually-hidden">{waitingWords(since, now.value)}</span>
      <span aria-hidden="true">{shortAge(since, now.value)}</span>
    </time>
  );
}
