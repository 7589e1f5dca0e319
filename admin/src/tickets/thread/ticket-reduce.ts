import type { TicketDetail, TicketMessages, TicketSummary } from "../../../../protocol/admin.ts";
import type { StreamEvent, StreamEventOf } from "../../../../protocol/events.ts";
import type { Message } from "../../../../protocol/messages.ts";

/** A running turn: current activity and the partial answer. */
export interface RunningTurn {
  turnId: string | null;
  status: string | null;
  text: string;
}

/** A ticket as the thread shows it: the newest snapshot plus later events of its stream. */
export interface TicketThread {
  detail: TicketDetail;
  running: RunningTurn | null;
  typing: { who: string; at: number } | null;
  failure: string | null;
  /** Only a new snapshot contains the change (draft, usage record, summary, a gap in the stream). */
  stale: boolean;
}

const stored: ReadonlySet<StreamEvent["type"]> = new Set<StreamEvent["type"]>([
  "tool_result",
  "confirmation_required",
  "confirmation_response",
  "clarification",
  "message",
  "escalation",
  "owner",
  "error",
  "rating",
  "cancel",
  "end",
]);

export function startThread(detail: TicketDetail): TicketThread {
  return { detail, running: null, typing: null, failure: null, stale: false };
}

/** Applies a newer snapshot; a response sent before events that are already shown must not undo them. */
export function takeSnapshot(thread: TicketThread, detail: TicketDetail): TicketThread {
  if (detail.sequence < thread.detail.sequence) return { ...thread, stale: true };
  return { ...thread, detail: keepEarlier(thread.detail, detail), stale: false };
}

/** A snapshot contains only the newest messages: earlier ones already shown stay, unless there is a gap between the two. */
function keepEarlier(shown: TicketDetail, detail: TicketDetail): TicketDetail {
  const first = detail.messages[0]?.id;
  const at = detail.earlier_cursor === null ? 0 : shown.messages.findIndex(({ id }) => id === first);
  if (at <= 0) return detail;
  const messages = [...shown.messages.slice(0, at), ...detail.messages];
  return { ...detail, messages, earlier_cursor: shown.earlier_cursor };
}

/** Adds a page of earlier messages before the shown ones; ignores a page that was requested with another cursor. */
export function addEarlier(thread: TicketThread, page: TicketMessages, cursor: string): TicketThread {
  const { detail } = thread;
  if (detail.earlier_cursor !== cursor) return thread;
  const messages = [...page.messages, ...detail.messages];
  return { ...thread, detail: { ...detail, messages, earlier_cursor: page.earlier_cursor } };
}

/** The thread after one event of its stream. Events that the snapshot already contains change nothing. */
export function reduceTicket(thread: TicketThread, event: StreamEvent, now: number = Date.now()): TicketThread {
  if (!stored.has(event.type)) return reduceShortLived(thread, event, now);
  const { sequence } = thread.detail;
  if (event.sequence <= sequence) return thread;
  const next = reduceStored(thread, event);
  return {
    ...next,
    detail: { ...next.detail, sequence: event.sequence },
    stale: next.stale || event.sequence > sequence + 1,
  };
}

function reduceShortLived(thread: TicketThread, event: StreamEvent, now: number): TicketThread {
  switch (event.type) {
    case "status":
      return { ...thread, running: { ...runningOf(thread, event.turn_id), status: event.content }, failure: null };
    case "tool_call_start":
      return {
        ...thread,
        running: { ...runningOf(thread, event.turn_id), status: `Using “${event.title ?? event.name}”…` },
      };
    case "token": {
      const running = runningOf(thread, event.turn_id);
      return { ...thread, running: { ...running, text: running.text + event.content } };
    }
    case "reset": {
      // The position in the event log was lost: accept the next snapshot, even if it is older than the shown state.
      const sequence = Math.min(thread.detail.sequence, event.sequence);
      return { ...thread, detail: { ...thread.detail, sequence }, running: null, typing: null, stale: true };
    }
    case "seen":
      return { ...thread, stale: true };
    case "typing":
      return event.who === "agent" ? thread : { ...thread, typing: { who: event.name ?? event.who, at: now } };
    default:
      return thread;
  }
}

function reduceStored(thread: TicketThread, event: StreamEvent): TicketThread {
  switch (event.type) {
    case "message":
      return addMessage(thread, event.message);
    case "escalation":
      return {
        ...withTicket(thread, { status: "pending_human", owner: "human", escalation_reason: event.reason }),
        stale: true,
      };
    case "owner":
      return { ...withTicket(thread, ownerChange(event)), stale: true };
    case "error":
      return { ...thread, running: null, failure: event.message };
    case "tool_result":
    case "confirmation_required":
    case "confirmation_response":
    case "rating":
      // The snapshot contains the complete message with its time.
      return { ...thread, stale: true };
    case "cancel":
      return { ...thread, running: null };
    case "end":
      return { ...thread, running: null, stale: true };
    default:
      return thread;
  }
}

function addMessage(thread: TicketThread, message: Message): TicketThread {
  const { messages, ticket } = thread.detail;
  const known = messages.some((existing) => existing.id === message.id);
  const next = known
    ? messages.map((existing) => (existing.id === message.id ? message : existing))
    : [...messages, message];
  const detail: TicketDetail = {
    ...thread.detail,
    messages: next,
    ticket: {
      ...ticket,
      status: known ? ticket.status : statusAfter(ticket, message),
      preview: message.content,
      message_count: ticket.message_count + (known ? 0 : 1),
      updated_at: message.created_at,
    },
  };
  const running = message.role === "assistant" ? null : thread.running;
  const typing = message.role === "visitor" ? null : thread.typing;
  return { ...thread, detail, running, typing, failure: message.role === "assistant" ? null : thread.failure };
}

/** As the server does: a reply makes the ticket wait for its visitor, and the visitor's message for the team. */
function statusAfter({ status, assignee }: TicketSummary, { role }: Message): TicketSummary["status"] {
  if (role === "agent" && status === "in_progress") return "pending_visitor";
  if (role === "visitor" && status === "pending_visitor") return assignee ? "in_progress" : "pending_human";
  return status;
}

function ownerChange(event: StreamEventOf<"owner">): Partial<TicketSummary> {
  const assignee = event.agent ? { id: event.agent.id, name: event.agent.name } : null;
  return event.owner === "assistant"
    ? { owner: event.owner, status: event.status, assignee: null, waiting_since: null }
    : { owner: event.owner, status: event.status, assignee };
}

function withTicket(thread: TicketThread, change: Partial<TicketSummary>): TicketThread {
  return { ...thread, detail: { ...thread.detail, ticket: { ...thread.detail.ticket, ...change } } };
}

function runningOf(thread: TicketThread, turnId: string | null): RunningTurn {
  const { running } = thread;
  return running && running.turnId === turnId ? running : { turnId, status: null, text: "" };
}
