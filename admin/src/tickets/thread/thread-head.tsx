import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { isWide } from "../../ui/media.ts";
import { once } from "../../ui/once.ts";
import { DueTime, StatusChip } from "../inbox/ticket-chips.tsx";
import { HintButton } from "./hint-button.tsx";
import type { Viewer } from "./presence-store.ts";
import { StatusMenu } from "./status-menu.tsx";
import { TicketMenu } from "./ticket-menu.tsx";
import { TicketTitle } from "./ticket-title.tsx";
import { useTicketVerb } from "./use-ticket-verb.ts";

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
        <TicketTitle key={ticket.id} detail={detail} />
        <p>
          <span class="ticket-number">#{ticket.number}</span>
          {detail.related.merged_into ? <span class="muted">into #{detail.related.merged_into.number}</span> : null}
          {isWide.value ? null : <Narrow detail={detail} />}
          <Viewers />
        </p>
      </div>
      <OwnerButtons detail={detail} />
      <TicketMenu detail={detail} />
      <button type="button" class="icon-btn narrow-only" aria-label="About this ticket" onClick={onDetails}>
        <Icon name="details" />
      </button>
    </header>
  );
}

export function OwnerButtons({ detail }: { detail: TicketDetail }) {
  const { ticket: store, me, may } = useWorkspace();
  const { ticket } = detail;
  const isOver = ticket.status === "resolved" || ticket.status === "closed";
  const isHeld = ["in_progress", "pending_visitor"].includes(ticket.status) && ticket.assignee !== null;
  const mine = isHeld && ticket.assignee?.id === me.id;
  const act = useTicketVerb(detail);
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

/** Without room for the panel: its two most important facts. */
function Narrow({ detail }: { detail: TicketDetail }) {
  const { inbox, may } = useWorkspace();
  const ticket = inbox.shown(detail.ticket);
  const isOver = ticket.status === "resolved" || ticket.status === "closed";
  const chip = <StatusChip status={ticket.status} endedAs={detail.ended_as} />;
  return (
    <>
      {isOver || !may("agent") ? (
        chip
      ) : (
        <StatusMenu detail={detail} class="status-change">
          {chip}
          <Icon name="chevron" />
        </StatusMenu>
      )}
      <DueTime due={ticket.due} />
      {ticket.assignee ? <span class="muted thread-owner">{ticket.assignee.name}</span> : null}
    </>
  );
}

/** Colleagues who view the ticket or type in it. */
function Viewers() {
  const { presence } = useWorkspace();
  const others = presence.others.value;
  return (
    <span class="viewers" role="status">
      {others.length > 0 ? <span class="viewer">{viewersText(others)}</span> : null}
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
