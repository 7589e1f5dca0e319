import type { MessageItem, TimelineItem, ViewState } from "./state.ts";

/** Puts an item behind all that have its number or a smaller one. */
export function addItem(state: ViewState, item: TimelineItem): ViewState {
  const at = state.items.findLastIndex((other) => other.order <= item.order) + 1;
  return { ...state, items: state.items.toSpliced(at, 0, item) };
}

/** Changes one message, found by its id; others keep their identity. */
export function patchMessage(state: ViewState, id: string, patch: Partial<MessageItem>): ViewState {
  const at = state.items.findIndex((item) => item.kind === "message" && item.id === id);
  return at < 0 ? state : replaceAt(state, at, patch);
}

/** A message by its id. */
export function findMessage(state: ViewState, id: string): MessageItem | undefined {
  return state.items.find((item): item is MessageItem => item.kind === "message" && item.id === id);
}

/** The text that is growing, if one is. */
export function findStreaming(state: ViewState): MessageItem | undefined {
  return state.items.find((item): item is MessageItem => item.kind === "message" && item.state === "streaming");
}

/** Ends the growing text as what it is now; an empty one goes away. */
export function freezeStreaming(state: ViewState, frozen: "stopped" | "unverified"): ViewState {
  const streaming = findStreaming(state);
  if (!streaming) return state;
  return streaming.content.trim() === "" ? dropStreaming(state) : patchMessage(state, streaming.id, { state: frozen });
}

/** Takes the growing text away; with a turn, only if it is that turn's. */
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
