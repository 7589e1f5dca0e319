import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { StatusChip } from "../../ui/chips.tsx";
import { ticketTitle } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { once } from "../../ui/once.ts";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { DueTime } from "../inbox/due-time.tsx";
import { HintButton } from "./hint-button.tsx";
import { Lookers } from "./lookers.tsx";
import { TicketMenu } from "./ticket-menu.tsx";
import { TriageChips } from "./triage-chips.tsx";

interface ThreadHeadProps {
  detail: TicketDetail;
  listPath: string;
  onDetails: () => void;
}

export function ThreadHead({ detail, listPath, onDetails }: ThreadHeadProps) {
  const { ticket } = detail;
  useTakeKey(detail);
  return (
    <header class="thread-head">
      <a class="icon-btn phone-only" href={listPath} aria-label="Back to the list">
        <Icon name="back" />
      </a>
      <div class="thread-title">
        <h1 dir="auto" tabIndex={-1} title={ticketTitle(ticket)}>
          {ticketTitle(ticket)}
        </h1>
        <p>
          <span class="ticket-number">#{ticket.number}</span>
          <StatusChip status={ticket.status} endedAs={detail.ended_as} />
          <DueTime due={ticket.due} />
          <span class="muted thread-owner">{ownerWords(detail)}</span>
          <Lookers />
        </p>
        <TriageChips ticket={ticket} />
      </div>
      <OwnerButtons detail={detail} />
      <TicketMenu detail={detail} />
      <button type="button" class="icon-btn narrow-only" aria-label="About this ticket" onClick={onDetails}>
        <Icon name="details" />
      </button>
    </header>
  );
}

/** What somebody else holds is taken over by its button only. */
function useTakeKey({ ticket }: TicketDetail): void {
  const { ticket: store, toasts, may } = useWorkspace();
  useShortcuts({
    a: async (event) => {
      event.preventDefault();
      if (!may("agent") || !["open", "pending_human"].includes(ticket.status)) return;
      const problem = await store.act("take");
      if (problem) toasts.fail(problem);
    },
  });
}

export function OwnerButtons({ detail }: { detail: TicketDetail }) {
  const { ticket: store, toasts, me, may, done, decided } = useWorkspace();
  const { ticket } = detail;
  const isOver = ticket.status === "resolved" || ticket.status === "closed";
  const isHeld = ticket.status === "in_progress" && ticket.assignee !== null;
  const mine = isHeld && ticket.assignee?.id === me.id;
  const act = async (verb: "take" | "takeOver" | "handBack" | "resolveSilently") => {
    const problem = await store.act(verb);
    if (problem) return toasts.fail(problem);
    const state = store.state.peek();
    const now = state.type === "ready" ? state.thread.detail : detail;
    if (verb === "handBack") decided(now, `#${ticket.number} returned to AI`);
    if (verb !== "resolveSilently") return;
    decided(now, `#${ticket.number} resolved`);
    done.value = ticket.id;
  };
  if (!may("agent") || isOver) return null;
  const button = (label: string, title: string, onClick: (event: MouseEvent) => void) => (
    <button type="button" class="btn ghost" title={title} aria-disabled={store.busy.value} onClick={onClick}>
      {label}
    </button>
  );
  return (
    <div class="thread-actions">
      {mine ? null : (
        <button
          type="button"
          class="btn"
          aria-disabled={store.busy.value}
          onClick={() => void act(isHeld ? "takeOver" : "take")}
        >
          {ticket.owner === "assistant" ? "Take over" : "Assign to me"}
        </button>
      )}
      {ticket.owner === "human" ? (
        <>
          <HintButton />
          {button("Return to AI", "Let the AI continue this ticket", () => void act("handBack"))}
          {button(
            "Resolve",
            "Resolve without replying",
            once(() => void act("resolveSilently")),
          )}
        </>
      ) : null}
    </div>
  );
}

function ownerWords({ ticket, ended_as: endedAs, related }: TicketDetail): string {
  if (related.merged_into) return `into #${related.merged_into.number}`;
  if (endedAs === "spam") return ticket.assignee ? `by ${ticket.assignee.name}` : "";
  if (ticket.status === "resolved" || ticket.status === "closed")
    return ticket.assignee ? `by ${ticket.assignee.name}` : "";
  if (ticket.owner === "assistant") return "The assistant answers";
  if (!ticket.assignee) return "Unassigned";
  return ticket.status === "pending_human" ? `Assigned to ${ticket.assignee.name}` : `${ticket.assignee.name} answers`;
}
