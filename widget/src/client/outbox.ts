import { ApiError } from "./api.ts";

export interface OutboxHooks {
  /** Sends one message; rejects with an `ApiError` if the server did not take it. */
  send: (id: string) => Promise<void>;
  /** Whether there is a session and a network to send with. */
  isReady: () => boolean;
  /** A repeat is not needed when the live feed has already brought the message back. */
  isStored: (id: string) => boolean;
  onSending: (id: string) => void;
  /** It could not leave; it is tried again when the connection is back. */
  onWaiting: (id: string) => void;
  onFailed: (id: string, error: ApiError) => void;
  /** The session or its conversation is over, or waits for a form; the message stays first in line for the next. */
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

  /** Puts a message last in line. `isAgain`: the server has it, but its turn is to be tried once more. */
  add(id: string, isAgain = false): void {
    this.#waiting.push({ id, isAgain });
    void this.flush();
  }

  /** Sends what waits, as far as that is possible now. */
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

  /** Forgets what waits. */
  clear(): void {
    this.#waiting = [];
  }

  /** True when the message needs no further try. */
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
