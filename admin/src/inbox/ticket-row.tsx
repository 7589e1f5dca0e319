import type { TicketSummary } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { StatusChip } from "../components/chips.tsx";
import { plainPreview, visitorName } from "../lib/format.ts";
import { now } from "../lib/now.ts";
import { fullTime, shortAge, waitingLevel, waitingWords } from "../lib/time.ts";
import type { TicketViewName } from "../lib/views.ts";

interface TicketRowProps {
  ticket: TicketSummary;
  view: TicketViewName;
  open: boolean;
}

/** One ticket in the list: who, what, in which state, how long it waits. */
export function TicketRow({ ticket, view, open }: TicketRowProps) {
  const { composer } = useWorkspace();
  const unsent = composer(ticket.id).text.value.trim() !== "";
  return (
    <li>
      <a
        class={`row row-${ticket.status}`}
        href={`/console/inbox/${ticket.id}?view=${view}`}
        data-ticket={ticket.id}
        aria-current={open ? "true" : undefined}
      >
        <span class="row-top">
          <span class="row-name" dir="auto">
            {visitorName(ticket.visitor)}
          </span>
          <RowTime ticket={ticket} />
        </span>
        <span class="row-subject" dir="auto">
          {ticket.subject || plainPreview(ticket.preview) || "No message yet"}
        </span>
        {ticket.subject && ticket.preview && ticket.preview !== ticket.subject ? (
          <span class="row-preview" dir="auto">
            {plainPreview(ticket.preview)}
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
