import { ApiError } from "./api.ts";

export interface OutboxHooks {
  /** Sends one message. Rejects with an `ApiError` if the server did not accept it. */
  send: (id: string) => Promise<void>;
  /** Whether there is a session and a network to send with. */
  isReady: () => boolean;
  /** True when the live feed has already delivered the message, so that it need not be sent again. */
  isStored: (id: string) => boolean;
  onSending: (id: string) => void;
  /** The message could not be sent; it is retried when the connection is back. */
  onWaiting: (id: string) => void;
  onFailed: (id: string, error: ApiError) => void;
  /** The session or its conversation has ended, or waits for a form. The message stays first in the queue. */
  onSessionOver: (code: string) => void;
}

/** Sends messages in the order they were written, one at a time, and keeps them while there is no connection. */
export class Outbox {
  readonly #hooks: OutboxHooks;
  #waiting: { id: string; isAgain: boolean }[] = [];
  #isBusy = false;

  constructor(hooks: OutboxHooks) {
    this.#hooks = hooks;
  }

  /** Adds a message to the end of the queue. `isAgain`: the server has the message, but must try its turn again. */
  add(id: string, isAgain = false): void {
    this.#waiting.push({ id, isAgain });
    void this.flush();
  }

  /** Sends the queued messages while that is possible. */
  async flush(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#waiting[0]; next && this.#hooks.isReady(); next = this.#waiting[0]) {
        if (next.isAgain || !this.#hooks.isStored(next.id)) {
          if (!(await this.#attempt(next.id))) return;
        }
        this.#waiting = this.#waiting.filter((entry) => entry !== next);
      }
      for (const { id } of this.#waiting) this.#hooks.onWaiting(id);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Empties the queue. */
  clear(): void {
    this.#waiting = [];
  }

  /** True when the message needs no retry. */
  async #attempt(id: string): Promise<boolean> {
    this.#hooks.onSending(id);
    try {
      await this.#hooks.send(id);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) return true;
      if (error.status === 401 || /^(ticket_closed|form_required)$/.test(error.code)) {
        this.#hooks.onWaiting(id);
        this.#hooks.onSessionOver(error.code);
        return false;
      }
      if (error.code === "network") {
        for (const entry of this.#waiting) this.#hooks.onWaiting(entry.id);
        return false;
      }
      this.#hooks.onFailed(id, error);
      return true;
    }
  }
}
