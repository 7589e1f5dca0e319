import type { StreamEvent } from "../../../protocol/events.ts";
import type { HistoryResponse, InitResponse } from "../../../protocol/requests.ts";
import { backOffMs, pause } from "../../../ui/feed/back-off.ts";
import { parts } from "../panel/parts.ts";
import { type Api, ApiError } from "./api.ts";
import type { ClientOptions } from "./client-options.ts";
import { openSession, renewalDelayMs, sessionMinMs, type VisitorInfo } from "./session.ts";
import type { SessionStore } from "./storage.ts";

export interface LiveSessionHooks {
  /** The current visitor, and the token of the previous visitor, whose session the server ends. */
  who: () => { visitor: VisitorInfo; ending: string | undefined };
  /** Whether a new conversation may begin. False for a visitor who has not opened the chat on this page. */
  mayBegin: () => boolean;
  /** `seen`: id of the newest message that was on the screen before. */
  onStarted: (answer: InitResponse, more: { isKnown: boolean; seen: string | undefined }) => void;
  onFailed: (error: ApiError) => void;
  /** There was no session to continue, and none may begin. */
  onNothing: () => void;
  onEvent: (event: StreamEvent, cursor: string | undefined) => void;
  onLive: (isLive: boolean) => void;
  onHistory: (history: HistoryResponse) => void;
  /** The server no longer accepts the token. */
  onOver: () => void;
}

/** A session from its handshake to its end: renews it in time and follows its ticket. */
export class LiveSession {
  readonly #api: Api;
  readonly #store: SessionStore;
  readonly #options: ClientOptions;
  readonly #hooks: LiveSessionHooks;
  #life = new AbortController();
  #startedAt = 0;
  #renewalTimer: ReturnType<typeof setTimeout> | undefined;
  token = "";

  constructor(parts: { api: Api; store: SessionStore; options: ClientOptions }, hooks: LiveSessionHooks) {
    this.#api = parts.api;
    this.#store = parts.store;
    this.#options = parts.options;
    this.#hooks = hooks;
  }

  /** Aborts when this session is ended. */
  get signal(): AbortSignal {
    return this.#life.signal;
  }

  /** True for a session so young that a new one would fail as well. */
  get isYoung(): boolean {
    return Date.now() - this.#startedAt < sessionMinMs;
  }

  /** Begins a session or continues the kept one. @param given a session that was just opened. */
  start(given?: InitResponse): void {
    this.end();
    this.#life = new AbortController();
    void this.#start(this.signal, 0, given);
  }

  /** Stops following. Does not notify the server. */
  end(): void {
    this.#life.abort();
    clearTimeout(this.#renewalTimer);
  }

  async #start(signal: AbortSignal, attempt: number, given?: InitResponse): Promise<void> {
    const kept = this.#store.read();
    try {
      const { answer, continued } = await openSession(this.#handshake(signal), given);
      if (signal.aborted) return;
      if (!this.#hooks.mayBegin() && kept?.ticket !== answer.ticket.id) return this.#hooks.onNothing();
      this.token = answer.token;
      this.#startedAt = Date.now();
      const isKnown = continued || this.#hooks.who().visitor.identity !== undefined;
      this.#hooks.onStarted(answer, { isKnown, seen: this.#store.read()?.seen });
      this.#renewBefore(answer, signal);
      void this.#follow(answer, signal);
    } catch (error) {
      if (signal.aborted) return;
      await this.#failed(error instanceof ApiError ? error : new ApiError("internal", 500), { signal, attempt });
    }
  }

  /** Reports the error to a visitor who has opened the panel. Behind a closed panel the start is retried until it works. */
  async #failed(error: ApiError, { signal, attempt }: { signal: AbortSignal; attempt: number }): Promise<void> {
    if (this.#hooks.mayBegin()) {
      const { tenantId } = this.#options;
      const explained = await import("./refusal.ts").then(
        ({ explain }) => explain(error, this.#api, tenantId),
        () => error,
      );
      if (signal.aborted) return;
      return explained ? this.#hooks.onFailed(explained) : this.#start(signal, attempt);
    }
    if (!error.isRetryable) {
      this.#store.clear();
      return this.#hooks.onNothing();
    }
    await pause(backOffMs(attempt), signal);
    if (!signal.aborted) await this.#start(signal, attempt + 1);
  }

  #handshake(signal: AbortSignal) {
    const { tenantId, locale, page } = this.#options;
    const { who, mayBegin } = this.#hooks;
    return { api: this.#api, store: this.#store, tenantId, ...who(), locale, page: page(), signal, mayBegin };
  }

  async #follow({ sequence, ticket }: InitResponse, signal: AbortSignal): Promise<void> {
    const { followTogether } = await parts.stream.load();
    const { onEvent, onLive, onHistory, onOver } = this.#hooks;
    const place = { name: `parley:${ticket.id}`, from: String(sequence) };
    const hooks = { onEvent, onLive, onHistory, onRefused: onOver };
    return followTogether({ api: this.#api, token: () => this.token, signal, ...place, ...hooks });
  }

  #renewBefore(answer: InitResponse, signal: AbortSignal): void {
    clearTimeout(this.#renewalTimer);
    const delayMs = renewalDelayMs(answer);
    if (!(delayMs > 0)) return;
    const renew = async () => {
      // Without a network the renewal is retried until the token expires, at ever shorter intervals.
      const { answer: next } = await openSession(this.#handshake(signal)).catch(() => ({ answer }));
      if (signal.aborted || next.ticket.id !== answer.ticket.id) return;
      this.token = next.token;
      this.#renewBefore(next, signal);
    };
    this.#renewalTimer = setTimeout(() => void renew(), delayMs);
  }
}
