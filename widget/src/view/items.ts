import type { MessageItem, TimelineItem, ViewState } from "./state.ts";

/** Inserts an item behind all items with its number or a smaller one. */
export function addItem(state: ViewState, item: TimelineItem): ViewState {
  const at = state.items.findLastIndex((other) => other.order <= item.order) + 1;
  return { ...state, items: state.items.toSpliced(at, 0, item) };
}

/** Changes one message, found by its id; the other items keep their identity. */
export function patchMessage(state: ViewState, id: string, patch: Partial<MessageItem>): ViewState {
  const at = state.items.findIndex((item) => item.kind === "message" && item.id === id);
  return at < 0 ? state : replaceAt(state, at, patch);
}

export function findMessage(state: ViewState, id: string): MessageItem | undefined {
  return state.items.find((item): item is MessageItem => item.kind === "message" && item.id === id);
}

/** The streaming message, if there is one. */
export function findStreaming(state: ViewState): MessageItem | undefined {
  return state.items.find((item): item is MessageItem => item.kind === "message" && item.state === "streaming");
}

/** Ends the streaming message with its current text; an empty one is removed. */
export function freezeStreaming(state: ViewState, frozen: "stopped" | "unverified"): ViewState {
  const streaming = findStreaming(state);
  if (!streaming) return state;
  if (streaming.content.trim() === "") return dropStreaming(state);
  const before = state.items.slice(0, state.items.indexOf(streaming)).findLast((item) => item.kind === "message");
  return patchMessage(state, streaming.id, { state: frozen, after: before?.id ?? "" });
}

/**
 * Adapts a history to the previous view: known items keep their element, and items that the history does not contain (notes, cards, stopped
 * answers) follow the same message as before.
 */
export function asBefore(before: readonly TimelineItem[], items: readonly TimelineItem[]): readonly TimelineItem[] {
  const keys = new Map(before.map((item) => [nameOf(item), item.key]));
  let next: readonly TimelineItem[] = items.map((item) => ({ ...item, key: keys.get(nameOf(item)) ?? item.key }));
  let last: string | undefined;
  for (const item of before) {
    const isOwn = item.kind === "message" ? isStopped(item) : item.kind !== "error";
    const follows = item.kind === "message" ? item.after : last;
    const at = next.findIndex((other) => other.key === follows || nameOf(other) === follows);
    const isThere = next.some(({ key }) => key === item.key);
    const isPlaced = !isThere && isOwn && (at >= 0 || follows === undefined);
    if (isPlaced) next = next.toSpliced(at + 1, 0, { ...item, order: next[at]?.order ?? 0 });
    if (isThere || isPlaced) last = item.key;
  }
  return next;
}

/** Name that stays the same when an item is loaded again; a ticket has one card at a time. */
function nameOf(item: TimelineItem): string {
  return item.kind === "message" ? item.id : item.kind === "escalation" ? item.kind : item.key;
}

/** True for an answer that the visitor stopped. */
export function isStopped(item: TimelineItem): boolean {
  return item.kind === "message" && item.state === "stopped";
}

/** Removes the streaming message; with a turn, only if it belongs to that turn. */
export function dropStreaming(state: ViewState, turnId?: string | null): ViewState {
  const streaming = findStreaming(state);
  if (!streaming || (turnId !== undefined && streaming.turnId !== turnId)) return state;
  return { ...state, items: state.items.filter((item) => item !== streaming) };
}

function replaceAt(state: ViewState, at: number, patch: Partial<MessageItem>): ViewState {
  const item = state.items[at];
  if (item?.kind !== "message") return state;
  return { ...state, items: state.items.with(at, { ...item, ...patch }) };
}
