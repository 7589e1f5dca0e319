import type { Attachment } from "../../../protocol/attachments.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import { parts } from "../panel/parts.ts";
import type { Screen, ViewState } from "../view/state.ts";
import { ViewStore } from "../view/view-store.ts";
import { Api, type ChatPath } from "./api.ts";
import type { ClientOptions } from "./client-options.ts";
import { Kept } from "./kept.ts";
import { LiveSession } from "./live-session.ts";
import { NewConversation } from "./new-conversation.ts";
import { Outbox } from "./outbox.ts";
import type { SendCall } from "./send.ts";
import { identityOf, type VisitorInfo } from "./session.ts";
import { followNetwork, followTabs, reportSending, reportSession, restoreMessages } from "./tell-view.ts";

/** One visitor's ticket on this page: talks to the server, keeps the view state and notifies the listeners. */
export class ChatClient {
  readonly #options: ClientOptions;
  readonly #api: Api;
  /** Data that outlives the page. */
  readonly kept: Kept;
  readonly #outbox: Outbox;
  readonly #view = new ViewStore();
  #visitor: VisitorInfo;
  #ending: string | undefined; // the token of the visitor before, for the server to end it
  #isOpen = false;
  #wasOpened = false;
  readonly #uploads = new Map<string, () => Promise<Attachment[]>>(); // of messages whose files are on their way
  readonly #life = new AbortController();
  readonly #session: LiveSession;
  readonly #next = new NewConversation({
    view: this.#view,
    open: (...how) => this.openTicket(undefined, ...how),
    leave: (...how) => this.#goOn(...how),
    send: (id) => this.#outbox.add(id),
    goBack: () => this.start(),
  });
  /** The page's values for the tenant's form, unchecked. */
  filled: unknown;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#visitor = options.visitor;
    this.#api = new Api(options.apiUrl);
    this.kept = new Kept(options.tenantId, () => identityOf(this.#visitor));
    this.subscribe(this.kept.note);
    this.#outbox = new Outbox({
      send: (id) => this.#send(id),
      ...reportSending(this.#view),
      onSessionOver: (code) => (code === "form_required" ? this.start() : this.#expire(code === "ticket_closed")),
    });
    this.#session = new LiveSession(
      { api: this.#api, store: this.kept.store, options },
      {
        who: () => ({ visitor: this.#visitor, ending: this.#ending }),
        mayBegin: () => this.#wasOpened,
        onOver: () => this.#expire(),
        ...reportSession({ view: this.#view, kept: this.kept, onReady: () => void this.#outbox.flush() }),
      },
    );
    const { signal } = this.#life;
    followNetwork({ view: this.#view, onOnline: () => void this.#outbox.flush(), onStart: () => this.start() }, signal);
    followTabs({ view: this.#view, kept: this.kept, onMoved: this.#onMoved }, signal);
    document.addEventListener("visibilitychange", this.#onVisibility, { signal });
  }

  get state(): ViewState {
    return this.#view.state;
  }

  /** Calls back after each change, until the returned function is called. */
  subscribe: ViewStore["subscribe"] = (listener) => this.#view.subscribe(listener);

  update: ViewStore["update"] = (change) => this.#view.update(change);

  /** The panel was opened or closed. The first opening begins the session. */
  show(shown: boolean): void {
    this.#isOpen = shown;
    this.#wasOpened ||= shown;
    this.kept.setOpen(shown);
    this.#onVisibility();
    if (shown && this.#view.state.phase.type === "idle") this.start();
  }

  /**
   * Continues the state of the previous page. True when the panel was open there. A client with a closed panel follows the ticket if an
   * answer is expected or unread.
   */
  resume(): boolean {
    if (this.#view.state.phase.type !== "idle" || this.#life.signal.aborted) return false;
    const { wish } = this.kept;
    if (wish === "follow") this.start();
    return wish === "open";
  }

  /** Begins or continues the session; also retries a failed start. @param given a session that was just opened. */
  start(given?: InitResponse): void {
    restoreMessages(this.#view, this.kept, (id) => this.#outbox.add(id));
    this.#view.dispatch({ type: "phase", phase: { type: "starting" } });
    this.#session.start(given);
  }

  /** Says something, with files that are there or on their way (`ApiError`), or apart: in a new conversation. It is shown at once. */
  send(content: string, files?: readonly Attachment[] | (() => Promise<Attachment[]>), isApart?: boolean): void {
    const id = crypto.randomUUID();
    const isUploading = typeof files === "function";
    if (isUploading) this.#uploads.set(id, files);
    const attachments = isUploading ? undefined : files;
    this.#view.dispatch({ type: "composed", id, content, attachments, isUploading, at: new Date().toISOString() });
    if (isApart) this.#next.beginWith(id);
    else if (!this.#next.keeps(id)) this.#outbox.add(id);
  }

  /** Answers a clarification with one of its choices, or with none of them. */
  async choose(choice: string | null): Promise<void> {
    const { choose } = await parts.stream.load();
    if (await choose(this.#view, this.access, choice)) this.#expire();
  }

  /** Sends a message again, under the same id. */
  retry(id: string): void {
    if (!this.#next.retries(id)) this.#outbox.add(id, true);
  }

  /** Stops the running turn. */
  stop(): void {
    this.#view.dispatch({ type: "stopping" });
    this.#tell("cancel", {});
  }

  /** Sends the visitor's thumb for an answer. */
  rate(id: string, rating: "up" | "down", reason?: string): void {
    this.#view.dispatch({ type: "rated", id, rating });
    this.kept.rate(id, rating);
    this.#tell("feedback", { message_id: id, rating, ...(reason ? { reason } : {}) });
  }

  /** Reports the newest message that was on the screen, for the visitor's other devices. */
  seen(sequence: number): void {
    this.#tell("seen", { sequence });
  }

  /** Sends a request whose response is not needed. */
  #tell(path: ChatPath<"POST">, body: object, token = this.#session.token): void {
    if (token) this.#api.post(path, { token, body }).catch(() => undefined);
  }

  /** Shows a screen, the previous screen, or the conversation (null). */
  go(screen: Screen | "before" | null): void {
    this.#view.dispatch(screen === "before" ? { type: "came_back" } : { type: "went", screen });
  }

  /** Begins a new conversation; the current one stays unchanged. */
  startOver(): void {
    void this.#next.begin();
  }

  /**
   * Continues another conversation of this visitor or, without an id, begins a new one. The current one stays unchanged. @throws ApiError.
   */
  async openTicket(id?: string, isExpired = false, keeps?: readonly string[]): Promise<void> {
    const { openTicket } = await parts.stream.load();
    const answer = await openTicket(this.access, { id, page: this.#options.page() });
    const rated = this.kept.store.read()?.rated;
    this.#leave(isExpired, keeps);
    this.start(answer);
    this.kept.store.update({ rated });
  }

  /** Ends the conversation and forgets it and the visitor in this browser. */
  reset(): void {
    this.#tell("end", {}, this.#session.token || this.kept.store.read()?.token);
    this.#leave();
    this.#visitor = {};
    this.#view.dispatch({ type: "phase", phase: { type: "idle" } });
  }

  #leave(expired = false, keeps?: readonly string[]): void {
    if (!expired) this.#forget();
    if (this.#isOpen) this.kept.setOpen(true);
    this.#view.dispatch({ type: "reset", expired, keeps, at: new Date().toISOString() });
  }

  /** Sets another visitor. The session of a different visitor ends and leaves nothing behind. */
  identify(visitor: VisitorInfo): void {
    const isSame = identityOf(visitor) === identityOf(this.#visitor);
    this.#visitor = visitor;
    if (isSame || this.#view.state.phase.type === "idle") return;
    if (this.#session.token !== "") this.#ending = this.#session.token;
    this.#goOn();
  }

  /** Ends everything. Also deletes the data for the next page, unless `keeps` is set. */
  close(keeps = false): void {
    this.#life.abort();
    keeps ? this.#session.end() : this.#forget();
    this.#view.dispatch({ type: "phase", phase: { type: "idle" } });
    this.#view.close();
  }

  /** Data for the requests of this session. */
  get access(): SendCall {
    return { api: this.#api, token: this.#session.token, signal: this.#session.signal, onEvent: this.#view.receive };
  }

  async #send(id: string): Promise<void> {
    const { sendMessage, toOutgoing } = await parts.stream.load();
    const message = await toOutgoing(this.#view, id, this.#uploads);
    if (message) return sendMessage({ ...this.access, message: { ...message, page: this.#options.page() } });
  }

  /** The server no longer accepts the token, or messages for its ticket: continue with the next ticket, unless that was just tried. */
  #expire(isClosed = false): void {
    // Another tab may have begun the next one already.
    const isKept = this.kept.store.read()?.ticket === this.#view.state.ticket?.id;
    // A closed ticket's token still identifies the visitor for the next ticket. If another tab has stored its token, use that one.
    if (isClosed && isKept) return void this.#next.begin(true);
    if (isKept) this.kept.store.clear();
    if (!isClosed && this.#session.isYoung) {
      this.#session.end();
      this.#view.dispatch({ type: "phase", phase: { type: "failed", code: "unauthorized", retryable: true } });
      return;
    }
    this.#goOn(true);
  }

  #goOn(isExpired = false, keeps?: readonly string[]): void {
    this.#leave(isExpired, keeps);
    this.#session.end();
    if (this.#isOpen) this.start();
    else this.#view.dispatch({ type: "phase", phase: { type: "idle" } });
  }

  #onMoved = (): void => {
    this.#view.dispatch({ type: "reset", expired: false, moved: true, at: new Date().toISOString() });
    this.start();
  };

  /** A panel that is open in a hidden tab is not seen. */
  #onVisibility = (): void => this.#view.dispatch({ type: "shown", shown: this.#isOpen && !document.hidden });

  #forget(): void {
    this.#session.end();
    this.kept.clear();
    this.#outbox.clear();
    this.#session.token = "";
  }
}
