import type { Attachment } from "../../../protocol/attachments.ts";
import type { Message } from "../../../protocol/messages.ts";
import type { InitResponse, Pending } from "../../../protocol/requests.ts";
import { addItem, asBefore, findMessage, patchMessage } from "./items.ts";
import {
  type Clarification,
  type Connection,
  initialState,
  isWithPerson,
  type MessageItem,
  type Phase,
  type Screen,
  type SendFailure,
  type TimelineItem,
  unnumbered,
  type ViewState,
} from "./state.ts";

/** All changes of the view except the events of the stream. */
export type ViewAction =
  /** Progress of the session until it has started. */
  | { type: "phase"; phase: Phase }
  /** `isKnown`: there may be earlier conversations. `seen`: the newest message that was on the screen. */
  | { type: "started"; answer: InitResponse; at: string; isKnown: boolean; seen?: string | undefined }
  | {
      type: "composed";
      id: string;
      content: string;
      attachments?: readonly Attachment[] | undefined;
      isUploading?: boolean;
      at: string;
    }
  /** Its files have come. */
  | { type: "uploaded"; id: string; attachments: readonly Attachment[] }
  | { type: "delivery"; id: string; state: "sending" | "queued" }
  | { type: "send_failed"; id: string; failure: SendFailure }
  | { type: "connection"; connection: Connection }
  | { type: "shown"; shown: boolean }
  /** The visitor read everything, here or in another tab. */
  | { type: "read" }
  /** Shows a screen, or the previous one; null: the conversation. */
  | { type: "went"; screen: Screen | null }
  | { type: "came_back" }
  | { type: "stopping" }
  | { type: "chosen"; choice: string | null }
  | { type: "rated"; id: string; rating: "up" | "down" }
  /** `moved`: to the conversation of another tab; unsent messages stay. `keeps`: messages that the next conversation takes. */
  | { type: "reset"; expired: boolean; moved?: boolean; keeps?: readonly string[] | undefined; at: string };

/** The next view. Pure: depends only on its arguments and does not change the given state. */
export function reduce(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case "phase":
      return { ...state, phase: action.phase };
    case "started":
      return started(state, action);
    case "composed":
      return composed(state, action);
    case "uploaded":
      return uploaded(state, action);
    case "delivery":
      return delivering(state, action.id, action.state);
    case "send_failed":
      return sendFailed(state, action.id, action.failure);
    case "connection":
      return state.connection === action.connection ? state : { ...state, connection: action.connection };
    case "shown":
      return { ...state, shown: action.shown, unread: action.shown ? 0 : state.unread };
    case "read":
      return state.unread === 0 ? state : { ...state, unread: 0 };
    case "went":
      return { ...state, screens: action.screen ? [...state.screens, action.screen] : [] };
    case "came_back":
      return { ...state, screens: state.screens.slice(0, -1) };
    case "stopping":
      return state.turn === "none" ? state : { ...state, turn: "stopping" };
    case "rated":
      return patchMessage(state, action.id, { rating: action.rating });
    case "chosen":
      return answered(state, action.choice);
    case "reset":
      return reset(state, action);
    default:
      return action satisfies never;
  }
}

function started(state: ViewState, { answer, at, isKnown, seen }: Extract<ViewAction, { type: "started" }>): ViewState {
  const told = new Set(answer.messages.map((message) => message.id));
  const stored = answer.messages.map((message) => fromHistory(message, answer.sequence));
  const waiting = state.items.filter(
    (item): item is MessageItem => item.kind === "message" && item.order === unnumbered && !told.has(item.id),
  );
  const before = state.ticket === null || state.ticket.id === answer.ticket.id ? state.items : [];
  const items = [...asBefore(before, withEscalation(stored, answer, at)), ...waiting];
  return {
    ...state,
    phase: { type: "ready" },
    ticket: answer.ticket,
    theme: answer.theme,
    greeting: answer.greeting,
    starters: answer.starters,
    home: answer.home,
    alerts: answer.alerts,
    reachable: answer.reachable,
    isKnown,
    // An existing conversation is continued, without the home screen. A conversation that was already shown keeps its screens.
    screens: state.ticket?.id === answer.ticket.id || items.length > 0 ? state.screens : [{ name: "home" }],
    hasMemory: answer.has_memory,
    offer: answer.attachments ?? null,
    items,
    earlier: answer.earlier_cursor ?? null,
    unread: state.shown || seen === undefined ? state.unread : countAfter(seen, answer.messages),
    agent: isWithPerson(answer.ticket) ? lastAgent(answer.messages) : null,
    turn: waiting.some((item) => item.state === "sending") ? state.turn : "none",
    status: null,
    typing: null,
    ...waitingFor(answer.pending),
    floor: answer.sequence,
    applied: new Set(),
    cursor: { sequence: answer.sequence, part: 0, createdAt: "" },
  };
}

/** Number of answers after a message; 0 when the message is missing. */
function countAfter(seen: string, messages: readonly Message[]): number {
  const at = messages.findIndex((message) => message.id === seen);
  if (at < 0) return 0;
  return messages.slice(at + 1).filter(({ role, report }) => role === "assistant" || role === "agent" || report).length;
}

/** A stored message as an item. */
export function fromHistory(message: Message, order: number): MessageItem {
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
    attachments: message.attachments,
    tools: message.tools,
    related: message.related,
    report: message.report,
    createdAt: message.created_at,
    order,
    state: message.unverified ? "unverified" : "settled",
  };
}

/** The history contains no escalation event. The ticket's status shows that it still waits for a person. */
export function withEscalation(
  stored: MessageItem[],
  { ticket, sequence }: Pick<InitResponse, "ticket" | "sequence">,
  at: string,
): TimelineItem[] {
  if (ticket.status !== "pending_human") return stored;
  // The assistant's last message is its hand-over.
  const place = stored.findLastIndex((item) => item.role === "assistant") + 1 || stored.length;
  const card: TimelineItem = {
    kind: "escalation",
    key: `escalation:${ticket.number}`,
    ticketNumber: ticket.number,
    expectedBy: ticket.expected_by ?? null,
    createdAt: stored[place - 1]?.createdAt ?? at,
    order: sequence,
  };
  return [...stored.slice(0, place), card, ...stored.slice(place)];
}

/** The agent who wrote last. */
export function lastAgent(messages: readonly Message[]) {
  return messages.findLast((message) => message.role === "agent" && message.agent)?.agent ?? null;
}

function composed(
  state: ViewState,
  { id, content, attachments, isUploading, at }: Extract<ViewAction, { type: "composed" }>,
): ViewState {
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
    attachments,
    isUploading,
    createdAt: at,
    order: unnumbered,
    state: "queued",
  };
  // A message in the visitor's own words also answers a clarification.
  return addItem({ ...answered(state, null, false), screens: [] }, item);
}

/** A pending decision of the visitor or an agent. */
export function waitingFor(pending: Pending): Pick<ViewState, "clarification" | "calls"> {
  return pending?.type === "clarification"
    ? { clarification: { ...pending, state: "open", chosen: null }, calls: undefined }
    : { clarification: null, calls: pending ? [pending] : undefined };
}

function answered(state: ViewState, choice: string | null, isTurn = true): ViewState {
  if (!state.clarification) return state;
  const clarification: Clarification = { ...state.clarification, state: "sent", chosen: choice };
  return { ...state, clarification, turn: isTurn && state.turn === "none" ? "waiting" : state.turn };
}

/** A message that has lost all of its files and has no words is none. */
function uploaded(state: ViewState, { id, attachments }: Extract<ViewAction, { type: "uploaded" }>): ViewState {
  if (attachments.length === 0 && findMessage(state, id)?.content === "")
    return { ...state, items: state.items.filter(({ key }) => key !== id) };
  return delivering(patchMessage(state, id, { attachments, isUploading: false }), id, "sending");
}

function delivering(state: ViewState, id: string, delivery: "sending" | "queued"): ViewState {
  const isStored = state.items.some((item) => item.kind === "message" && item.id === id && item.order !== unnumbered);
  const items = state.items.filter((item) => item.kind !== "error" || item.retryId !== id);
  const next = isStored
    ? { ...state, items }
    : patchMessage({ ...state, items }, id, { state: delivery, failure: undefined });
  if (delivery === "queued" || isWithPerson(state.ticket) || findMessage(next, id)?.isUploading) return next;
  return { ...next, turn: next.turn === "none" ? "waiting" : next.turn };
}

function sendFailed(state: ViewState, id: string, failure: SendFailure): ViewState {
  const next = patchMessage(state, id, { state: "failed", failure });
  return { ...next, turn: state.turn === "waiting" ? "none" : state.turn };
}

/** A new ticket: only the state of the panel stays, and unsent messages that still apply. */
function reset(state: ViewState, { expired, moved, keeps, at }: Extract<ViewAction, { type: "reset" }>): ViewState {
  const unsent = state.items.filter(
    (item) => item.kind === "message" && item.order === unnumbered && (expired || moved || keeps?.includes(item.id)),
  );
  const note: TimelineItem[] = expired
    ? [{ kind: "note", key: `expired:${at}`, note: { type: "expired" }, createdAt: at, order: unnumbered }]
    : [];
  const { theme, greeting, starters, home, alerts, offer, shown } = state;
  const kept = { theme, greeting, starters, home, alerts, offer, shown };
  return { ...initialState, ...kept, phase: { type: "starting" }, items: [...note, ...unsent] };
}
