import type { StreamEvent } from "../../../protocol/events.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import type { ViewAction } from "../view/actions.ts";
import { findMessage } from "../view/items.ts";
import { reduce } from "../view/reduce.ts";
import { initialState, unnumbered, type ViewState } from "../view/state.ts";
import { Api, ApiError } from "./api.ts";
import type { ClientOptions } from "./client-options.ts";
import { follow } from "./follow.ts";
import { Outbox } from "./outbox.ts";
import { sendChoice, sendMessage } from "./send-message.ts";
import { identityOf, openSession, renewalDelayMs, sessionMinMs, type VisitorInfo } from "./session.ts";
import { createSessionStore, type SessionStore } from "./storage.ts";

/** Typing is told again while it goes on; without news it is over after this. */
const typingShownMs = 6_000;

/** One visitor's ticket as this page sees it: talks to the server, keeps the view state and tells who listens. */
export class ChatClient {
  readonly #options: ClientOptions;
  readonly #api: Api;
  readonly #store: SessionStore;
  readonly #outbox: Outbox;
  readonly #listeners = new Set<(state: ViewState) => void>();
  #state: ViewState = initialState;
  #visitor: VisitorInfo;
  #token = "";
  #ending: string | undefined; // the token of the visitor before, for the server to end it
  #startedAt = 0;
  #session = new AbortController();
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #renewalTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#visitor = options.visitor;
    this.#api = new Api(options.apiUrl);
    this.#store = createSessionStore(options.tenantId);
    this.#outbox = new Outbox({
      send: (id) => this.#send(id),
      isReady: () => this.#state.phase.type === "ready" && navigator.onLine !== false,
      isStored: (id) => findMessage(this.#state, id)?.order !== unnumbered,
      onSending: (id) => this.#dispatch({ type: "delivery", id, state: "sending" }),
      onWaiting: (id) => this.#dispatch({ type: "delivery", id, state: "queued" }),
      onFailed: (id, { code, isRetryable, retryAfterSeconds }) =>
        this.#dispatch({ type: "send_failed", id, failure: { code, retryable: isRetryable, retryAfterSeconds } }),
      onSessionOver: () => this.#expire(),
    });
    window.addEventListener("online", this.#onNetwork);
    window.addEventListener("offline", this.#onNetwork);
  }

  /** The view as it is now. */
  get state(): ViewState {
    return this.#state;
  }

  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: (state: ViewState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The panel was opened or closed. The first opening begins the session. */
  show(shown: boolean): void {
    this.#dispatch({ type: "shown", shown });
    if (shown && this.#state.phase.type === "idle") this.start();
  }

  /** Begins or continues the session; also the way out of a failed start. */
  start(): void {
    this.#session.abort();
    this.#session = new AbortController();
    this.#dispatch({ type: "starting" });
    void this.#start(this.#session.signal);
  }

  /** Says something. It is shown at once and sent as soon as that is possible. */
  send(content: string): void {
    const id = crypto.randomUUID();
    this.#dispatch({ type: "composed", id, content, at: new Date().toISOString() });
    this.#outbox.add(id);
  }

  /** Answers a question back with one of its choices, or with none of them. */
  choose(choice: string | null): void {
    const asked = this.#state.clarification;
    if (asked?.state !== "open") return;
    this.#dispatch({ type: "chosen", choice });
    void sendChoice(this.#call(), asked.id, choice).then((outcome) => {
      if (outcome === "expired") this.#expire();
      else if (outcome !== "sent") this.#dispatch({ type: "choice_failed", isOver: outcome === "over" });
    });
  }

  /** Sends a message again, under the same id. */
  retry(id: string): void {
    this.#outbox.add(id, true);
  }

  /** Stops the turn at work. */
  stop(): void {
    this.#dispatch({ type: "stopping" });
    this.#api.post("cancel", { token: this.#token, body: {} }).catch(() => undefined);
  }

  /** Tells what an answer was worth. */
  rate(id: string, rating: "up" | "down", reason?: string): void {
    this.#dispatch({ type: "rated", id, rating });
    const body = { message_id: id, rating, ...(reason ? { reason } : {}) };
    this.#api.post("feedback", { token: this.#token, body }).catch(() => undefined);
  }

  /** Leaves this ticket and begins a new one. */
  startOver(): void {
    this.#api.post("end", { token: this.#token, body: {} }).catch(() => undefined);
    this.#forget();
    this.#dispatch({ type: "reset", expired: false, at: new Date().toISOString() });
    this.start();
  }

  /** Another visitor is there now. Somebody else's session ends and leaves nothing behind. */
  identify(visitor: VisitorInfo): void {
    const isSame = identityOf(visitor) === identityOf(this.#visitor);
    this.#visitor = visitor;
    if (isSame || this.#state.phase.type === "idle") return;
    if (this.#token !== "") this.#ending = this.#token;
    this.#forget();
    this.#dispatch({ type: "reset", expired: false, at: new Date().toISOString() });
    if (this.#state.shown) this.start();
    else this.#dispatch({ type: "idle" });
  }

  /** Ends everything; with `isFinal` the kept session goes too. */
  close(isFinal: boolean): void {
    window.removeEventListener("online", this.#onNetwork);
    window.removeEventListener("offline", this.#onNetwork);
    if (isFinal) this.#forget();
    this.#session.abort();
    clearTimeout(this.#typingTimer);
    clearTimeout(this.#renewalTimer);
    this.#listeners.clear();
  }

  async #start(signal: AbortSignal): Promise<void> {
    try {
      const { answer, continued } = await openSession(this.#handshake(signal));
      if (signal.aborted) return;
      this.#token = answer.token;
      this.#startedAt = Date.now();
      this.#dispatch({ type: "started", answer, at: new Date().toISOString(), continued });
      this.#renewBefore(answer, signal);
      void this.#follow(String(answer.sequence), signal);
      await this.#outbox.flush();
    } catch (error) {
      if (signal.aborted) return;
      const failure = error instanceof ApiError ? error : new ApiError("internal", 500);
      this.#dispatch({ type: "start_failed", code: failure.code, retryable: failure.isRetryable });
    }
  }

  #handshake(signal: AbortSignal) {
    const { tenantId, locale, page } = this.#options;
    const who = { visitor: this.#visitor, ending: this.#ending };
    return { api: this.#api, store: this.#store, tenantId, ...who, locale, page: page(), signal };
  }

  #follow(from: string, signal: AbortSignal): Promise<void> {
    return follow({
      api: this.#api,
      token: () => this.#token,
      from,
      signal,
      onEvent: this.#onEvent,
      onLive: (isLive) => {
        this.#dispatch({
          type: "connection",
          connection: isLive ? "live" : navigator.onLine === false ? "offline" : "lost",
        });
        if (isLive) void this.#outbox.flush();
      },
      onHistory: (history) => this.#dispatch({ type: "resynced", history, at: new Date().toISOString() }),
      onRefused: () => this.#expire(),
    });
  }

  #call() {
    return { api: this.#api, token: this.#token, signal: this.#session.signal, onEvent: this.#onEvent };
  }

  #send(id: string): Promise<void> {
    const message = findMessage(this.#state, id);
    if (!message) return Promise.resolve();
    const outgoing = { message_id: id, content: message.content, page: this.#options.page() };
    return sendMessage({ ...this.#call(), message: outgoing });
  }

  #renewBefore(answer: InitResponse, signal: AbortSignal): void {
    clearTimeout(this.#renewalTimer);
    const delayMs = renewalDelayMs(answer);
    if (delayMs === null) return;
    const renew = async () => {
      const session = await openSession(this.#handshake(signal)).catch(() => undefined);
      if (!session || signal.aborted || session.answer.ticket.id !== answer.ticket.id) return;
      this.#token = session.answer.token;
      this.#renewBefore(session.answer, signal);
    };
    this.#renewalTimer = setTimeout(() => void renew(), delayMs);
  }

  /** The server no longer takes the token: go on with a new ticket, unless that was just tried. */
  #expire(): void {
    this.#store.clear();
    if (Date.now() - this.#startedAt < sessionMinMs) {
      this.#session.abort();
      this.#dispatch({ type: "start_failed", code: "unauthorized", retryable: true });
      return;
    }
    this.#dispatch({ type: "reset", expired: true, at: new Date().toISOString() });
    this.start();
  }

  #forget(): void {
    this.#session.abort();
    this.#store.clear();
    this.#outbox.clear();
    this.#token = "";
  }

  #onEvent = (event: StreamEvent, cursor: string | undefined): void => {
    this.#dispatch({ type: "event", event, cursor });
    if (event.type !== "typing") return;
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.#dispatch({ type: "typing_over" }), typingShownMs);
  };

  #onNetwork = (): void => {
    const { phase } = this.#state;
    if (navigator.onLine === false) this.#dispatch({ type: "connection", connection: "offline" });
    else if (phase.type === "failed" && phase.code === "network") this.start();
    else void this.#outbox.flush();
  };

  #dispatch(action: ViewAction): void {
    const next = reduce(this.#state, action);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next);
  }
}
