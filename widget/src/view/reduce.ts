import type { Message } from "../../../protocol/messages.ts";
import type { HistoryResponse, InitResponse, Pending } from "../../../protocol/requests.ts";
import type { ViewAction } from "./actions.ts";
import { addItem, patchMessage } from "./items.ts";
import { reduceEvent } from "./reduce-event.ts";
import {
  type Clarification,
  initialState,
  isWithPerson,
  type MessageItem,
  type SendFailure,
  type TimelineItem,
  unnumbered,
  type ViewState,
} from "./state.ts";

/** The next view. Pure: the same state and action always give the same view, and the given state is left as it was. */
export function reduce(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case "idle":
      return { ...state, phase: { type: "idle" } };
    case "starting":
      return { ...state, phase: { type: "starting" } };
    case "started":
      return started(state, action.answer, action.at);
    case "resynced":
      return resynced(state, action.history, action.at);
    case "start_failed":
      return { ...state, phase: { type: "failed", code: action.code, retryable: action.retryable } };
    case "composed":
      return composed(state, action);
    case "delivery":
      return delivering(state, action.id, action.state);
    case "send_failed":
      return sendFailed(state, action.id, action.failure);
    case "event":
      return reduceEvent(state, action.event, action.cursor);
    case "connection":
      return state.connection === action.connection ? state : { ...state, connection: action.connection };
    case "shown":
      return { ...state, shown: action.shown, unread: action.shown ? 0 : state.unread };
    case "typing_over":
      return state.typing === null ? state : { ...state, typing: null };
    case "stopping":
      return state.turn === "none" ? state : { ...state, turn: "stopping" };
    case "rated":
      return patchMessage(state, action.id, { rating: action.rating });
    case "chosen":
      return answered(state, action.choice);
    case "choice_failed":
      return choiceFailed(state, action.isOver);
    case "reset":
      return reset(state, action.expired, action.at);
    default:
      return action satisfies never;
  }
}

function started(state: ViewState, answer: InitResponse, at: string): ViewState {
  const unsent = state.items.filter(
    (item) => item.kind === "note" || (item.kind === "message" && item.order === unnumbered),
  );
  const told = new Set(answer.messages.map((message) => message.id));
  const stored = answer.messages.map((message) => fromHistory(message, answer.sequence));
  const waiting = unsent.filter((item) => item.kind !== "message" || !told.has(item.id));
  return {
    ...state,
    phase: { type: "ready" },
    ticket: answer.ticket,
    theme: answer.theme,
    greeting: answer.greeting,
    starters: answer.starters,
    items: [...withEscalation(stored, answer, at), ...waiting],
    agent: isWithPerson(answer.ticket) ? lastAgent(answer.messages) : null,
    turn: waiting.some((item) => item.kind === "message" && item.state === "sending") ? state.turn : "none",
    status: null,
    typing: null,
    clarification: pendingChoice(answer.pending),
    floor: answer.sequence,
    applied: new Set(),
    cursor: { sequence: answer.sequence, part: 0, createdAt: "" },
  };
}

/** The history again, after a reset. What came over the stream since it was read stays. */
function resynced(state: ViewState, history: HistoryResponse, at: string): ViewState {
  const told = new Set(history.messages.map((message) => message.id));
  const stored = history.messages.map((message) => fromHistory(message, history.sequence));
  const newer = state.items.filter(
    (item) => item.order > history.sequence && (item.kind !== "message" || !told.has(item.id)),
  );
  const later = new Set([...state.applied].filter((sequence) => sequence > history.sequence));
  const ticket = later.size > 0 ? state.ticket : history.ticket;
  const isWaiting = history.active_turn !== null && state.turn === "none" && later.size === 0;
  return {
    ...state,
    ticket,
    items: [...withEscalation(stored, history, at), ...newer],
    agent: isWithPerson(ticket) ? (lastAgent(history.messages) ?? state.agent) : null,
    turn: isWaiting ? "waiting" : state.turn,
    clarification: later.size > 0 ? state.clarification : pendingChoice(history.pending),
    floor: history.sequence,
    applied: later,
  };
}

function fromHistory(message: Message, order: number): MessageItem {
  return {
    kind: "message",
    key: message.id,
    id: message.id,
    turnId: null,
    role: message.role,
    content: message.content,
    citations: message.citations,
    grade: message.grade,
    agent: message.agent ?? null,
    createdAt: message.created_at,
    order,
    state: message.unverified ? "unverified" : "settled",
  };
}

/** The history holds no escalation event; the ticket's status tells that a person is still awaited. */
function withEscalation(
  stored: MessageItem[],
  { ticket, sequence }: Pick<InitResponse, "ticket" | "sequence">,
  at: string,
): TimelineItem[] {
  if (ticket.status !== "pending_human") return stored;
  // The assistant's last words are those with which it handed over.
  const place = stored.findLastIndex((item) => item.role === "assistant") + 1 || stored.length;
  const card: TimelineItem = {
    kind: "escalation",
    key: `escalation:${ticket.number}`,
    ticketNumber: ticket.number,
    expectedBy: null,
    createdAt: stored[place - 1]?.createdAt ?? at,
    order: sequence,
  };
  return [...stored.slice(0, place), card, ...stored.slice(place)];
}

function lastAgent(messages: readonly Message[]) {
  return messages.findLast((message) => message.role === "agent" && message.agent)?.agent ?? null;
}

function composed(state: ViewState, { id, content, at }: { id: string; content: string; at: string }): ViewState {
  const item: MessageItem = {
    kind: "message",
    key: id,
    id,
    turnId: null,
    role: "visitor",
    content,
    citations: [],
    grade: null,
    agent: null,
    createdAt: at,
    order: unnumbered,
    state: "queued",
  };
  // Words of one's own are an answer too.
  return addItem(answered(state, null, false), item);
}

/** What the server waits for the visitor to choose. */
function pendingChoice(pending: Pending | undefined): Clarification | null {
  if (pending?.type !== "clarification") return null;
  const { clarification_id: id, prompt, options } = pending;
  return { id, prompt, options, state: "open", chosen: null };
}

function answered(state: ViewState, choice: string | null, isTurn = true): ViewState {
  if (state.clarification === null) return state;
  const clarification: Clarification = { ...state.clarification, state: "sent", chosen: choice };
  return { ...state, clarification, turn: isTurn && state.turn === "none" ? "waiting" : state.turn };
}

function choiceFailed(state: ViewState, isOver: boolean): ViewState {
  const open = state.clarification && !isOver ? { ...state.clarification, state: "open" as const, chosen: null } : null;
  return { ...state, clarification: open, turn: state.turn === "waiting" ? "none" : state.turn };
}

function delivering(state: ViewState, id: string, delivery: "sending" | "queued"): ViewState {
  const isStored = state.items.some((item) => item.kind === "message" && item.id === id && item.order !== unnumbered);
  const items = state.items.filter((item) => item.kind !== "error" || item.retryId !== id);
  const next = isStored
    ? { ...state, items }
    : patchMessage({ ...state, items }, id, { state: delivery, failure: undefined });
  if (delivery === "queued" || isWithPerson(state.ticket)) return next;
  return { ...next, turn: next.turn === "none" ? "waiting" : next.turn };
}

function sendFailed(state: ViewState, id: string, failure: SendFailure): ViewState {
  const next = patchMessage(state, id, { state: "failed", failure });
  return { ...next, turn: state.turn === "waiting" ? "none" : state.turn };
}

/** A new ticket: nothing of the old one stays but what the panel is. */
function reset(state: ViewState, expired: boolean, at: string): ViewState {
  const unsent = expired ? state.items.filter((item) => item.kind === "message" && item.order === unnumbered) : [];
  const note: TimelineItem[] = expired
    ? [{ kind: "note", key: `expired:${at}`, note: { type: "expired" }, createdAt: at, order: unnumbered }]
    : [];
  return {
    ...initialState,
    theme: state.theme,
    greeting: state.greeting,
    starters: state.starters,
    shown: state.shown,
    phase: { type: "starting" },
    items: [...note, ...unsent],
  };
}
