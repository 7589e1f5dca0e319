import type { TicketDetail } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { StatusChip } from "../components/chips.tsx";
import { Icon } from "../components/icon.tsx";
import { visitorName } from "../lib/format.ts";
import { HintButton } from "./hint-button.tsx";

interface ThreadHeadProps {
  detail: TicketDetail;
  listPath: string;
  onDetails: () => void;
}

export function ThreadHead({ detail, listPath, onDetails }: ThreadHeadProps) {
  const { ticket } = detail;
  return (
    <header class="thread-head">
      <a class="icon-btn phone-only" href={listPath} aria-label="Back to the list">
        <Icon name="back" />
      </a>
      <div class="thread-title">
        <h1 dir="auto">{ticket.subject || visitorName(ticket.visitor)}</h1>
        <p>
          <span class="ticket-number">#{ticket.number}</span>
          <StatusChip status={ticket.status} />
          <span class="muted thread-owner">{ownerWords(detail)}</span>
        </p>
      </div>
      <OwnerButtons detail={detail} />
      <button type="button" class="icon-btn narrow-only" aria-label="About this ticket" onClick={onDetails}>
        <Icon name="details" />
      </button>
    </header>
  );
}

export function OwnerButtons({ detail }: { detail: TicketDetail }) {
  const { ticket: store, toasts, me, may } = useWorkspace();
  const { ticket } = detail;
  if (!may("agent") || ticket.status === "resolved" || ticket.status === "closed") return null;
  const act = async (verb: "take" | "takeOver" | "handBack") => {
    const problem = await store.act(verb);
    if (problem) toasts.fail(problem);
  };
  const isHeld = ticket.status === "in_progress" && ticket.assignee !== null;
  const mine = ticket.owner === "human" && ticket.assignee?.id === me.id;
  return (
    <div class="thread-actions">
      {mine ? null : (
        <button
          type="button"
          class="btn"
          aria-disabled={store.busy.value}
          onClick={() => void act(isHeld ? "takeOver" : "take")}
        >
          {ticket.owner === "assistant" ? "Take over" : "Take"}
        </button>
      )}
      {ticket.owner === "human" ? <HintButton /> : null}
      {ticket.owner === "human" ? (
        <button
          type="button"
          class="btn ghost"
          title="Let the assistant go on with this ticket"
          aria-disabled={store.busy.value}
          onClick={() => void act("handBack")}
        >
          Hand back
        </button>
      ) : null}
    </div>
  );
}

function ownerWords({ ticket }: TicketDetail): string {
  if (ticket.status === "resolved" || ticket.status === "closed")
    return ticket.assignee ? `by ${ticket.assignee.name}` : "";
  if (ticket.owner === "assistant") return "The assistant answers";
  return ticket.assignee ? `${ticket.assignee.name} answers` : "Nobody has taken it";
}
