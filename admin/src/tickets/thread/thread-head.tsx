import type { TicketDetail, TicketSummary } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { ticketTitle } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { once } from "../../ui/once.ts";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import { snoozeWords } from "../inbox/snooze-times.ts";
import { DueTime, LabelChips, StatusChip } from "../inbox/ticket-chips.tsx";
import { priorityLabels } from "../inbox/views.ts";
import { HintButton } from "./hint-button.tsx";
import type { Viewer } from "./presence-store.ts";
import { TicketMenu } from "./ticket-menu.tsx";

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
          <Viewers />
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

/** The key does not take over a colleague's ticket; only the button does. */
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

/** More would push the messages out of view. */
const mostLabels = 6;

/** Priority, labels and assignee of the open ticket, with pending changes applied. */
function TriageChips({ ticket: read }: { ticket: TicketSummary }) {
  const { inbox } = useWorkspace();
  const ticket = inbox.shown(read);
  if (ticket.priority === "none" && !ticket.snoozed && ticket.labels.length === 0) return null;
  return (
    <p class="thread-triage">
      {ticket.priority === "none" ? null : (
        <span class={`chip chip-priority-${ticket.priority}`}>{priorityLabels[ticket.priority]}</span>
      )}
      {ticket.snoozed ? (
        <span class="chip">
          {ticket.snoozed.until
            ? `Until ${snoozeWords(new Date(ticket.snoozed.until), new Date())}`
            : "Until the visitor replies"}
        </span>
      ) : null}
      <LabelChips labels={ticket.labels} most={mostLabels} />
    </p>
  );
}

/** Colleagues who view the ticket or type in it. */
function Viewers() {
  const { presence } = useWorkspace();
  const others = presence.others.value;
  return (
    <span class="lookers" role="status">
      {others.length > 0 ? <span class="looker">{viewersText(others)}</span> : null}
    </span>
  );
}

/** For example `Anna is typing…`, `Anna and Bo are looking`, `Anna and 3 others are looking`. */
function viewersText(others: readonly Viewer[]): string {
  const typing = others.filter(({ isTyping }) => isTyping);
  const [who, does] = typing.length > 0 ? [typing, "typing…"] : [others, "looking"];
  const [first, second] = who;
  if (!first) return "";
  if (!second) return `${first.name} is ${does}`;
  const rest = who.length === 2 ? second.name : `${who.length - 1} others`;
  return `${first.name} and ${rest} are ${does}`;
}
