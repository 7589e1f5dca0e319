import type { Segments, TicketSummary } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { StatusChip } from "../components/chips.tsx";
import { DueTime } from "../components/due-time.tsx";
import { plainPreview, ticketTitle, visitorName } from "../lib/format.ts";
import { now } from "../lib/now.ts";
import { fullTime, shortAge, waitingLevel, waitingWords } from "../lib/time.ts";
import type { TicketViewName } from "../lib/views.ts";

interface TicketRowProps {
  ticket: TicketSummary;
  view: TicketViewName;
  open: boolean;
  /** Where Tab comes into the list; the other rows are reached by j, k and the arrows. */
  isTabStop: boolean;
}

/** One ticket in the list: who, what, in which state, how long it waits. */
export function TicketRow({ ticket, view, open, isTabStop }: TicketRowProps) {
  const { composer } = useWorkspace();
  const { match } = ticket;
  const title = ticketTitle(ticket);
  const below = plainPreview(ticket.preview);
  const unsent = composer(ticket.id).text.value.trim() !== "";
  return (
    <li>
      <a
        class={`row row-${ticket.status}`}
        href={`/console/inbox/${ticket.id}?view=${view}`}
        data-ticket={ticket.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={open ? "true" : undefined}
      >
        <span class="row-top">
          <span class="row-name" dir="auto">
            <Marked text={visitorName(ticket.visitor)} segments={match?.name} />
          </span>
          <RowTime ticket={ticket} />
        </span>
        <span class="row-subject" dir="auto">
          <Marked text={title} segments={match?.title} />
        </span>
        {match?.snippet || (below && below !== title) ? (
          <span class="row-preview" dir="auto">
            <Marked text={below} segments={match?.snippet} />
          </span>
        ) : null}
        <span class="row-meta">
          <StatusChip status={ticket.status} />
          <DueTime due={ticket.due} />
          <span class="ticket-number">#{ticket.number}</span>
          {ticket.assignee ? <span class="row-assignee">{ticket.assignee.name}</span> : null}
          {ticket.priority === "high" || ticket.priority === "urgent" ? (
            <span class={`chip chip-priority-${ticket.priority}`}>
              {ticket.priority === "urgent" ? "Urgent" : "High"}
            </span>
          ) : null}
          {ticket.labels.map(({ id, name }) => (
            <span key={id} class="chip" dir="auto">
              {name}
            </span>
          ))}
          {unsent ? <span class="row-unsent">Unsent text</span> : null}
        </span>
      </a>
    </li>
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
