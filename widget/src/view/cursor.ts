import type { EventType, StreamEvent } from "../../../protocol/events.ts";
import type { Cursor, ViewState } from "./state.ts";

/** The same list as `storedEventTypes` in the protocol, whose schemas the widget does not load. A test compares the two. */
export const storedTypes: ReadonlySet<EventType> = new Set<EventType>([
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

/**
 * Accepts each event once. Two streams deliver the same events, and a reconnect repeats some: stored events are recognized by their number,
 * short-lived events by a position after the newest one. Returns the state with the event noted, `restarted` when the server began to count
 * from the start, or undefined for a repeat.
 */
export function noteEvent(
  state: ViewState,
  event: StreamEvent,
  cursor: string | undefined,
): { state: ViewState; restarted: boolean } | undefined {
  const place = placeOf(event, cursor);
  const isNewer = isAfter(place, state.cursor);
  const next = isNewer ? { ...state, cursor: place } : state;
  if (storedTypes.has(event.type)) {
    if (event.sequence <= state.floor || state.applied.has(event.sequence)) return undefined;
    return { state: { ...next, applied: new Set(state.applied).add(event.sequence) }, restarted: false };
  }
  // The server decides the position in the log, even if it is before the last one seen.
  if (event.type === "reset") return { state: { ...state, cursor: place }, restarted: false };
  if (isNewer) return { state: next, restarted: false };
  // A restarted server counts short-lived events from 1 again: an earlier position with a later time.
  const isRestart = event.created_at > state.cursor.createdAt && place.sequence >= state.cursor.sequence;
  return isRestart ? { state: { ...state, cursor: place }, restarted: true } : undefined;
}

function placeOf(event: StreamEvent, cursor: string | undefined): Cursor {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(cursor ?? "");
  return {
    sequence: match ? Number(match[1]) : event.sequence,
    part: match?.[2] ? Number(match[2]) : 0,
    createdAt: event.created_at,
  };
}

function isAfter(a: Cursor, b: Cursor): boolean {
  return a.sequence === b.sequence ? a.part > b.part : a.sequence > b.sequence;
}
