import type { TicketSummary } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { StatusChip } from "../components/chips.tsx";
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
            {visitorName(ticket.visitor)}
          </span>
          <RowTime ticket={ticket} />
        </span>
        <span class="row-subject" dir="auto">
          {title}
        </span>
        {below && below !== title ? (
          <span class="row-preview" dir="auto">
            {below}
          </span>
        ) : null}
        <span class="row-meta">
          <StatusChip status={ticket.status} />
          <span class="ticket-number">#{ticket.number}</span>
          {ticket.assignee ? <span class="row-assignee">{ticket.assignee.name}</span> : null}
          {unsent ? <span class="row-unsent">Unsent text</span> : null}
        </span>
      </a>
    </li>
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
