import type { StreamEvent } from "../../../protocol/events.ts";
import { parts } from "../panel/parts.ts";
import type { ViewAction } from "./reduce.ts";
import { reduce } from "./reduce.ts";
import { initialState, type ViewState } from "./state.ts";

/** Typing events repeat while somebody types. Without a repeat, typing ends after this time in ms. */
const typingShownMs = 6_000;

/** Pieces of an answer that arrive within this time are shown together, in ms: each update costs a layout and a paint of the whole log. */
const piecesMs = 40;
/**
 * The interval grows by one ms for each piece of the previous interval, up to this limit: text that arrives faster than anybody reads need
 * not be smooth.
 */
const longestPiecesMs = 250;

/** Keeps the view and notifies the listeners. */
export class ViewStore {
  readonly #listeners = new Set<(state: ViewState) => void>();
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #piecesTimer: ReturnType<typeof setTimeout> | undefined;
  #pieces = 0;
  #waitMs = piecesMs;
  state: ViewState = initialState;

  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: (state: ViewState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispatch = (action: ViewAction): void => this.#set(reduce(this.state, action));

  /** Applies an event of the stream. True if it was new. */
  receive = (event: StreamEvent, cursor: string | undefined): boolean => {
    const before = this.state;
    // The part is loaded, because the event came from it.
    this.#set(parts.stream.loaded.reduceEvent(before, event, cursor), event.type === "token");
    if (event.type === "typing") {
      clearTimeout(this.#typingTimer);
      this.#typingTimer = setTimeout(() => this.update((state) => ({ ...state, typing: null })), typingShownMs);
    }
    return this.state !== before;
  };

  /** Applies a change that only the caller knows. */
  update = (change: (state: ViewState) => ViewState): void => this.#set(change(this.state));

  #set(next: ViewState, isPiece = false): void {
    if (next === this.state) return;
    this.state = next;
    if (!isPiece) return this.#tell();
    this.#pieces += 1;
    this.#piecesTimer ??= setTimeout(this.#tell, this.#waitMs);
  }

  #tell = (): void => {
    clearTimeout(this.#piecesTimer);
    this.#piecesTimer = undefined;
    this.#waitMs = Math.min(piecesMs + this.#pieces, longestPiecesMs);
    this.#pieces = 0;
    for (const listener of this.#listeners) listener(this.state);
  };

  /** Removes all listeners. */
  close(): void {
    clearTimeout(this.#typingTimer);
    this.#listeners.clear();
  }
}
