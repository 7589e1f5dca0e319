import type { StreamEvent } from "../../../protocol/events.ts";
import { parts } from "../panel/parts.ts";
import type { ViewAction } from "./reduce.ts";
import { reduce } from "./reduce.ts";
import { initialState, type ViewState } from "./state.ts";

/** Typing is told again while it goes on; without news it is over after this. */
const typingShownMs = 6_000;

/** Pieces of an answer that come within this time are shown together: each showing costs a layout and a picture of the whole log. */
const piecesMs = 40;
/** A millisecond longer for each piece of the time before, up to this: what comes faster than anybody reads need not be smooth. */
const longestPiecesMs = 250;

/** Keeps the view and tells who listens. */
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

  /** Changes the view. */
  dispatch = (action: ViewAction): void => this.#set(reduce(this.state, action));

  /** Takes an event of the stream in. True if it was not known. */
  receive = (event: StreamEvent, cursor: string | undefined): boolean => {
    const before = this.state;
    // The event came out of that part.
    this.#set(parts.stream.loaded.reduceEvent(before, event, cursor), event.type === "token");
    if (event.type === "typing") {
      clearTimeout(this.#typingTimer);
      this.#typingTimer = setTimeout(() => this.update((state) => ({ ...state, typing: null })), typingShownMs);
    }
    return this.state !== before;
  };

  /** Changes the view in a way that only its caller knows. */
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

  /** Tells nobody any more. */
  close(): void {
    clearTimeout(this.#typingTimer);
    this.#listeners.clear();
  }
}
