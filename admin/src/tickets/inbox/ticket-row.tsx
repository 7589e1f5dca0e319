import type { Segments, TicketSummary } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { StatusChip } from "../../ui/chips.tsx";
import { ticketTitle, visitorName } from "../../ui/format.ts";
import { now } from "../../ui/now.ts";
import { fullTime, shortAge, waitingLevel, waitingWords } from "../../ui/time.ts";
import { DueTime } from "./due-time.tsx";
import { LabelChips } from "./label-chip.tsx";
import { hasPreview, rowPreview } from "./row-text.ts";

/** More than one has no room for its words in a row. */
const mostLabels = 1;

interface TicketRowProps {
  ticket: TicketSummary;
  /** Its place among all, from one, and how many there are; -1 where that is not known. */
  place: { at: number; of: number };
  open: boolean;
  /** Where Tab comes into the list; the other rows are reached by j, k and the arrows. */
  isTabStop: boolean;
}

/** One ticket in the list: who, what, in which state, how long it waits. */
export function TicketRow({ ticket, place, open, isTabStop }: TicketRowProps) {
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
          // Else the browser opens a window, or the ticket.
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
  const { hasUnsent } = useWorkspace();
  const { match } = ticket;
  const below = rowPreview(ticket);
  const unsent = hasUnsent(ticket.id);
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
        <DueTime due={ticket.due} isShort />
        <span class="ticket-number">#{ticket.number}</span>
        {ticket.assignee ? <span class="row-assignee">{ticket.assignee.name}</span> : null}
        {ticket.priority === "high" || ticket.priority === "urgent" ? (
          <span class={`chip chip-priority-${ticket.priority}`}>
            {ticket.priority === "urgent" ? "Urgent" : "High"}
          </span>
        ) : null}
        <LabelChips labels={ticket.labels} most={mostLabels} />
        {unsent ? <span class="row-unsent">Unsent text</span> : null}
      </span>
    </>
  );
}

/** A text with what was searched for marked, where the server says what that is. */
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
