import type { StreamEvent } from "../../../protocol/events.ts";
import type { HistoryResponse, InitResponse } from "../../../protocol/requests.ts";
import { backOffMs, pause } from "../../../ui/feed/back-off.ts";
import { parts } from "../panel/parts.ts";
import { type Api, ApiError } from "./api.ts";
import type { ClientOptions } from "./client-options.ts";
import { openSession, renewalDelayMs, sessionMinMs, type VisitorInfo } from "./session.ts";
import type { SessionStore } from "./storage.ts";

export interface LiveSessionHooks {
  /** Who is here now, and the token of who was here before, for the server to end it. */
  who: () => { visitor: VisitorInfo; ending: string | undefined };
  /** Whether a new conversation may begin: not for a visitor who has not opened the chat on this page. */
  mayBegin: () => boolean;
  /** `seen`: the newest message that was on the screen before. */
  onStarted: (answer: InitResponse, more: { isKnown: boolean; seen: string | undefined }) => void;
  onFailed: (error: ApiError) => void;
  /** There was nothing to go on with, and nothing may begin. */
  onNothing: () => void;
  onEvent: (event: StreamEvent, cursor: string | undefined) => void;
  onLive: (isLive: boolean) => void;
  onHistory: (history: HistoryResponse) => void;
  /** The server no longer takes the token. */
  onOver: () => void;
}

/** A session from its handshake on: renewed in time, and its ticket followed, until it is ended. */
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

  /** A session this young will not be better the next time. */
  get isYoung(): boolean {
    return Date.now() - this.#startedAt < sessionMinMs;
  }

  /** Begins anew or continues the kept session. @param given one that has just been opened. */
  start(given?: InitResponse): void {
    this.end();
    this.#life = new AbortController();
    void this.#start(this.signal, 0, given);
  }

  /** Stops to listen; the server is not told. */
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

  /** Somebody who waits before the panel is told; behind a closed panel it is tried until it works. */
  async #failed(error: ApiError, { signal, attempt }: { signal: AbortSignal; attempt: number }): Promise<void> {
    if (this.#hooks.mayBegin()) {
      const explained = await this.#explain(error);
      if (!signal.aborted) this.#hooks.onFailed(explained);
      return;
    }
    if (!error.isRetryable) {
      this.#store.clear();
      return this.#hooks.onNothing();
    }
    await pause(backOffMs(attempt), signal);
    if (!signal.aborted) await this.#start(signal, attempt + 1);
  }

  async #explain(error: ApiError): Promise<ApiError> {
    if (error.code !== "network" || navigator.onLine === false) return error;
    const refusal = await import("./refusal.ts").catch(() => undefined);
    return (await refusal?.isRefused(this.#options.apiUrl)) ? new ApiError("origin_not_allowed", 403) : error;
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
      // Without a network it is tried until the token ends, ever sooner.
      const { answer: next } = await openSession(this.#handshake(signal)).catch(() => ({ answer }));
      if (signal.aborted || next.ticket.id !== answer.ticket.id) return;
      this.token = next.token;
      this.#renewBefore(next, signal);
    };
    this.#renewalTimer = setTimeout(() => void renew(), delayMs);
  }
}
