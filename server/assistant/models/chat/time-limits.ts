import { CallError } from "./failures.ts";

export interface CallLimits {
  /** Timeout for the connection, in ms. */
  connectMs: number;
  /** From the request to the first piece of text, in ms. */
  firstTokenMs: number;
  /** Between two pieces of text, in ms. */
  idleMs: number;
  /** For the whole call, in ms. */
  totalMs: number;
}

export const callLimitDefaults: CallLimits = {
  connectMs: 5_000,
  // A local model may have to load first, and a reasoning model may send nothing for a long time.
  firstTokenMs: 45_000,
  idleMs: 15_000,
  totalMs: 60_000,
};

/** Aborts a call that starts, continues or ends too slowly, and reports the exceeded limit. */
export class CallClock {
  readonly #controller = new AbortController();
  readonly #limits: CallLimits;
  readonly #total: NodeJS.Timeout;
  readonly #outer: AbortSignal;
  readonly #onOuterAbort = () => this.#controller.abort(this.#outer.reason);
  #pending: NodeJS.Timeout;
  #hasBegun = false;

  constructor(limits: CallLimits, outer: AbortSignal) {
    this.#limits = limits;
    this.#outer = outer;
    this.#total = setTimeout(() => this.#expire("did not end", limits.totalMs), limits.totalMs);
    this.#pending = setTimeout(() => this.#expire("did not begin", limits.firstTokenMs), limits.firstTokenMs);
    if (outer.aborted) this.#onOuterAbort();
    outer.addEventListener("abort", this.#onOuterAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** A piece of text has arrived. Called for every token, so it restarts one timer instead of creating a new one. */
  tick(): void {
    if (this.#hasBegun) {
      this.#pending.refresh();
      return;
    }
    this.#hasBegun = true;
    clearTimeout(this.#pending);
    this.#pending = setTimeout(() => this.#expire("went silent", this.#limits.idleMs), this.#limits.idleMs);
  }

  stop(): void {
    clearTimeout(this.#pending);
    clearTimeout(this.#total);
    this.#outer.removeEventListener("abort", this.#onOuterAbort);
  }

  /** The error behind an abort by this clock or by the caller; null when the call failed for another reason. */
  reason(): CallError | null {
    if (this.#outer.aborted) return new CallError("cancelled", "the turn was stopped", { cause: this.#outer.reason });
    const { reason } = this.#controller.signal;
    return reason instanceof CallError ? reason : null;
  }

  #expire(what: string, limitMs: number): void {
    this.#controller.abort(new CallError("timeout", `the model's answer ${what} within ${limitMs} ms`));
  }
}
