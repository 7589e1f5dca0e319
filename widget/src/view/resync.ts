import type { HistoryResponse } from "../../../protocol/requests.ts";
import { asBefore, isStopped } from "./items.ts";
import { fromHistory, lastAgent, waitingFor, withEscalation } from "./reduce.ts";
import { isWithPerson, type ViewState } from "./state.ts";

/** The view with the history loaded again, after a reset. Stream events that are newer than the history stay. */
export function resynced(state: ViewState, history: HistoryResponse, at: string): ViewState {
  const told = new Set(history.messages.map((message) => message.id));
  const stored = history.messages.map((message) => fromHistory(message, history.sequence));
  const newer = state.items.filter(
    (item) => item.order > history.sequence && !isStopped(item) && (item.kind !== "message" || !told.has(item.id)),
  );
  const older = state.items.filter((item) => !newer.includes(item));
  const later = new Set([...state.applied].filter((sequence) => sequence > history.sequence));
  // Ticket fields that only the handshake contains stay valid.
  const ticket = later.size > 0 ? state.ticket : { ...state.ticket, ...history.ticket };
  const isWaiting = history.active_turn !== null && state.turn === "none" && later.size === 0;
  return {
    ...state,
    ticket,
    items: [...asBefore(older, withEscalation(stored, history, at)), ...newer],
    earlier: history.earlier_cursor ?? null,
    agent: isWithPerson(ticket) ? (lastAgent(history.messages) ?? state.agent) : null,
    turn: isWaiting ? "waiting" : state.turn,
    ...(later.size > 0 ? {} : waitingFor(history.pending)),
    floor: history.sequence,
    applied: later,
  };
}

/** The server did not accept the answer to a clarification. `isOver`: the clarification is no longer open. */
export function choiceFailed(state: ViewState, isOver: boolean): ViewState {
  const open = state.clarification && !isOver ? { ...state.clarification, state: "open" as const, chosen: null } : null;
  return { ...state, clarification: open, turn: state.turn === "waiting" ? "none" : state.turn };
}
