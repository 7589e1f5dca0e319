import type { ViewStore } from "../view/view-store.ts";
import { ApiError } from "./api.ts";

interface Ways {
  view: ViewStore;
  /** Opens the next ticket of this visitor. Rejects with `ApiError`. */
  open: (isExpired: boolean, keeps: readonly string[]) => Promise<void>;
  /** Goes on without the visitor's session: the server gives it no ticket any more. */
  leave: (isExpired: boolean, keeps: readonly string[]) => void;
  send: (id: string) => void;
  /** Shows the ticket before again. */
  goBack: () => void;
}

/** Begins a new conversation, and keeps what was said for it until it is there. */
export class NewConversation {
  readonly #ways: Ways;
  #held: string[] | undefined;
  #apart: string | undefined; // a message that belongs to no other conversation

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  /** Keeps a message for the conversation that is about to begin. False when none is. */
  keeps(id: string): boolean {
    return !!this.#held?.push(id);
  }

  /** Begins with a message. The panel shows it alone at once; if it cannot begin, the conversation before comes back with the message, not sent. */
  beginWith(id: string): void {
    this.#apart = id;
    void this.begin();
    this.#held?.push(id);
    this.#ways.view.dispatch({ type: "reset", expired: false, keeps: [id], at: new Date().toISOString() });
  }

  /** Tries again to begin with a message. False for one that does not wait for that. */
  retries(id: string): boolean {
    if (id !== this.#apart) return false;
    this.beginWith(id);
    return true;
  }

  async begin(isExpired = false): Promise<void> {
    this.#held ??= [];
    const held = this.#held;
    const { view, open, leave, send, goBack } = this.#ways;
    try {
      await open(isExpired, held);
      this.#apart = undefined;
    } catch (error) {
      if (isExpired || !(error instanceof ApiError) || !error.isRetryable) {
        this.#apart = undefined;
        leave(isExpired, held);
      } else if (this.#apart) {
        // Without a network the conversation stays: the banner says why nothing happens.
        view.dispatch({ type: "send_failed", id: this.#apart, failure: { code: error.code, retryable: true } });
        goBack();
      }
    }
    this.#held = undefined;
    for (const id of held) if (id !== this.#apart) send(id);
  }
}
