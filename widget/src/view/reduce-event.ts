import type { StreamEvent, StreamEventOf } from "../../../protocol/events.ts";
import { noteEvent } from "./cursor.ts";
import { addItem, dropStreaming, findStreaming, freezeStreaming, patchMessage } from "./items.ts";
import { fromHistory } from "./reduce.ts";
import {
  isOver,
  isWithPerson,
  type MessageItem,
  type NoteItem,
  type ToolNews,
  type TurnState,
  unnumbered,
  type ViewState,
} from "./state.ts";

/** Applies one event of the stream; a repeated event changes nothing. */
export function reduceEvent(before: ViewState, event: StreamEvent, cursor: string | undefined): ViewState {
  // Sent only to the sender, outside the log: a person has the ticket, the message is stored, nothing more follows.
  if (event.type === "end" && cursor === undefined) return findStreaming(before) ? before : endTurn(before);
  // These events have no position in the log.
  if (event.type === "elsewhere") return { ...before, elsewhere: before.elsewhere + 1 };
  if (event.type === "typing")
    return event.who === "agent"
      ? { ...before, typing: event.over ? null : (event.name ?? before.agent?.name ?? "") }
      : before;
  const noted = noteEvent(before, event, cursor);
  if (!noted) return before;
  const { state, restarted } = noted;
  switch (event.type) {
    case "status":
      return { ...state, status: event, turn: running(state.turn) };
    case "token":
      return addToken(state, event, restarted);
    case "message":
      return withConversation(state, addMessage(state, event));
    case "escalation":
      return addEscalation(state, event);
    case "owner":
      return changeOwner(state, event);
    case "error":
      return addError(state, event);
    case "cancel":
      return cancelTurn(state, event);
    case "end":
      return isOfAnotherTurn(state, event) ? state : endTurn(dropStreaming(state));
    case "reset":
      return beginAnew(state, event);
    case "thinking":
      return { ...state, thinking: event.content };
    case "clarification":
      // The question itself arrived as a message; the event contains its choices.
      return { ...state, clarification: { ...event, state: "open", chosen: null } };
    case "confirmation_required":
    case "tool_call_start":
    case "tool_result":
    case "confirmation_response":
      return withCall(state, event);
    default:
      event satisfies StreamEventOf<"tool_call_delta" | "tool_call_end" | "rating" | "seen">;
      // Events for the console.
      return state;
  }
}

/** The first message of a conversation, from any tab, opens the conversation. */
function withConversation(before: ViewState, after: ViewState): ViewState {
  const isFirst = !before.items.some(({ kind }) => kind === "message");
  return isFirst && before.screens.length > 0 ? { ...after, screens: [] } : after;
}

/** The streamed text may have gaps now, and numbers beyond the log's end belong to another log. The history is loaded next. */
function beginAnew(before: ViewState, { sequence, status, owner }: StreamEventOf<"reset">): ViewState {
  const state = dropStreaming(before);
  const items = state.items.filter((item) => item.order <= sequence || item.order === unnumbered);
  const ticket = state.ticket && { ...state.ticket, status, owner };
  return endTurn({ ...state, items, ticket, floor: sequence, applied: new Set() });
}

/** A tool's events are shown with the answer that is based on them; until then they are kept unchanged. */
function withCall(state: ViewState, news: ToolNews): ViewState {
  return { ...state, calls: [...(state.calls ?? []), news] };
}

/** A confirmation stays pending while the assistant announces it. */
function isAsking({ calls }: ViewState): boolean {
  const last = calls?.at(-1);
  return last !== undefined && "fields" in last;
}

function running(turn: TurnState): TurnState {
  return turn === "stopping" ? turn : "running";
}

function endTurn(state: ViewState): ViewState {
  return { ...state, turn: "none", status: null };
}

function isOfAnotherTurn(state: ViewState, { turn_id }: StreamEvent): boolean {
  const streaming = findStreaming(state);
  return streaming !== undefined && turn_id !== null && streaming.turnId !== turn_id;
}

function cancelTurn(state: ViewState, event: StreamEventOf<"cancel">): ViewState {
  if (isOfAnotherTurn(state, event)) return state;
  if (state.turn === "stopping") return endTurn(freezeStreaming(state, "stopped"));
  const next = endTurn(dropStreaming(state));
  // The turn's process died; another process answers the same message.
  return event.reason === "restarted" ? { ...next, turn: "waiting" } : next;
}

function addToken(state: ViewState, event: StreamEventOf<"token">, restarted: boolean): ViewState {
  const turn = running(state.turn);
  const streaming = findStreaming(state);
  if (streaming && streaming.turnId === event.turn_id) {
    const content = restarted ? event.content : streaming.content + event.content;
    return { ...patchMessage(state, streaming.id, { content }), turn };
  }
  const key = `turn:${event.turn_id ?? event.event_id}`;
  const item: MessageItem = {
    kind: "message",
    key,
    id: key,
    turnId: event.turn_id,
    role: "assistant",
    content: event.content,
    citations: [],
    grade: null,
    agent: null,
    tools: state.calls,
    createdAt: event.created_at,
    // Between the newest stored event and the next.
    order: event.sequence + 0.5,
    state: "streaming",
  };
  return { ...addItem(dropStreaming(state), item), turn, calls: undefined };
}

function addMessage(state: ViewState, event: StreamEventOf<"message">): ViewState {
  const streaming = findStreaming(state);
  const isFinal = event.message.role === "assistant" && streaming !== undefined && streaming.turnId === event.turn_id;
  const replaces = isFinal && event.replaces_stream !== false;
  // The streamed text was not stored as the answer: it stays readable, marked as not verified.
  const base = isFinal && !replaces ? freezeStreaming(state, "unverified") : state;
  const known = base.items.find((item): item is MessageItem => item.kind === "message" && item.id === event.message.id);
  const earlier = replaces ? streaming : known;
  const { role, report } = event.message;
  const isAnswer = role === "assistant" || role === "agent";
  const takesCalls = isAnswer && (event.message.tools || !isAsking(base));
  const item: MessageItem = {
    ...fromHistory(event.message, event.sequence),
    key: earlier?.key ?? event.message.id,
    turnId: event.turn_id,
    tools: event.message.tools ?? earlier?.tools ?? (takesCalls ? base.calls : undefined),
  };
  const items = base.items.filter((other) => other !== earlier && other !== known);
  return {
    ...addItem({ ...base, items }, item),
    // The next message answers a clarification or makes it obsolete, unless it is about a report.
    clarification: report ? base.clarification : null,
    calls: takesCalls ? undefined : base.calls,
    typing: role === "agent" ? null : base.typing,
    agent: isWithPerson(base.ticket) ? (item.agent ?? base.agent) : null,
    unread: (isAnswer || report) && !base.shown ? base.unread + 1 : base.unread,
    status: isAnswer ? null : base.status,
    thinking: isAnswer ? base.thinking : undefined,
  };
}

function addEscalation(state: ViewState, event: StreamEventOf<"escalation">): ViewState {
  return addItem(state, {
    kind: "escalation",
    key: `escalation:${event.sequence}`,
    ticketNumber: event.ticket_number,
    expectedBy: event.expected_by ?? null,
    createdAt: event.created_at,
    // The assistant's hand-over sentence is the next event; the card follows it, as after a reload.
    order: event.sequence + 1.25,
  });
}

function changeOwner(before: ViewState, event: StreamEventOf<"owner">): ViewState {
  const state = withoutStaleNote(event.owner === "human" ? dropStreaming(before) : before, event);
  const note = noteOf(state, event);
  const ticket = state.ticket && { ...state.ticket, owner: event.owner, status: event.status };
  const next = {
    ...state,
    ticket,
    agent: isWithPerson(ticket) ? (event.agent ?? state.agent) : null,
    typing: null,
    clarification: event.owner === "human" ? null : state.clarification,
  };
  if (!note) return next;
  const item: NoteItem = {
    kind: "note",
    key: `owner:${event.sequence}`,
    note,
    createdAt: event.created_at,
    order: event.sequence,
  };
  return addItem(next, item);
}

/** An agent who undoes an end or a return has the ticket again, and the line about it is no longer true. */
function withoutStaleNote(state: ViewState, { owner, status }: StreamEventOf<"owner">): ViewState {
  const last = state.items.at(-1);
  const isBack = owner === "human" && status !== "resolved" && status !== "closed";
  const isStale = isBack && last?.kind === "note" && /^(resolved|assistant_back)$/.test(last.note.type);
  return isStale ? { ...state, items: state.items.slice(0, -1) } : state;
}

function noteOf(state: ViewState, event: StreamEventOf<"owner">): NoteItem["note"] | undefined {
  if (event.status === "resolved" || event.status === "closed") {
    return isOver(state.ticket) ? undefined : { type: event.status === "closed" ? "ended" : "resolved" };
  }
  if (event.owner === "assistant") return isWithPerson(state.ticket) ? { type: "assistant_back" } : undefined;
  const isNew = event.agent !== undefined && event.agent.id !== state.agent?.id;
  return isNew && event.agent ? { type: "joined", name: event.agent.name } : undefined;
}

function addError(state: ViewState, event: StreamEventOf<"error">): ViewState {
  const asked = state.items.findLast(
    (item): item is MessageItem => item.kind === "message" && item.role === "visitor" && item.order !== unnumbered,
  );
  return addItem(
    { ...endTurn(dropStreaming(state)), calls: undefined },
    {
      kind: "error",
      key: `error:${event.sequence}`,
      code: event.code,
      retryId: asked?.id ?? null,
      createdAt: event.created_at,
      order: event.sequence,
    },
  );
}
