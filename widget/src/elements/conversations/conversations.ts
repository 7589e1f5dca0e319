import { html, LitElement, nothing } from "lit";
import type { VisitorTicket } from "../../../../protocol/visitor-tickets.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import { toPage } from "../../client/visitor-tickets.ts";
import type { Locale } from "../../i18n/locale.ts";
import { relativeTime } from "../../i18n/relative-time.ts";
import { loadTexts, type Texts } from "../../i18n/texts.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit, focusPanel } from "../element.ts";
import { alertIcon, composeIcon, personIcon, sparkIcon } from "../icons.ts";
import { initialsOf } from "../initials.ts";
import { problemStyles } from "../problem.styles.ts";
import { conversationsStyles } from "./conversations.styles.ts";

const textFiles = import.meta.glob<Pick<Texts, "list">>("./*.json", { base: "../../i18n/languages", query: "?list" });

/** Most conversations in the compact list. */
const maxFew = 3;
/** Placeholder rows while the list loads. */
const placeholders = [0, 1, 2];

/**
 * The visitor's conversations, newest change first.
 *
 * Properties: `client`, `locale`; attribute `compact` for a short list inside another screen.
 * Events: `parley-start-over` for a new conversation, `parley-listed` with the number of conversations; `parley-conversations` from the
 * short list to all.
 * Parts: `conversations`.
 */
class ConversationsComponent extends LitElement {
  static override styles = [baseStyles, problemStyles, conversationsStyles];
  static override properties = {
    client: { attribute: false },
    locale: { attribute: false },
    isCompact: { type: Boolean, attribute: "compact" },
    _items: { state: true },
    _cursor: { state: true },
    _phase: { state: true },
    _opening: { state: true },
  };

  declare private _items: readonly VisitorTicket[];
  declare private _cursor: string | null;
  declare private _phase: "loading" | "ready" | "failed";
  declare private _opening: string | null;

  declare client: Pick<ChatClient, "access" | "openTicket" | "go" | "state">;
  declare locale: Locale;
  declare isCompact: boolean;

  constructor() {
    super();
    this.isCompact = false;
    this._items = [];
    this._cursor = null;
    this._phase = "loading";
    this._opening = null;
  }

  protected override firstUpdated(): void {
    void this.#load().then(() => {
      if (!this.isCompact) this.focus();
    });
  }

  async #load(): Promise<void> {
    const before = this._cursor;
    this._phase = "loading";
    const words = await loadTexts(textFiles, this.locale.tag).catch(() => undefined);
    this.locale.add(words?.list ?? {});
    try {
      const { ask } = await parts.stream.load();
      const answer = await ask(
        this.client.access,
        before === null ? "tickets" : `tickets?cursor=${encodeURIComponent(before)}`,
      );
      const { items, next_cursor: cursor } = toPage(answer);
      const known = new Set(this._items.map(({ id }) => id));
      this._items = [...this._items, ...items.filter(({ id }) => !known.has(id))];
      this._cursor = cursor;
      this._phase = "ready";
      emit(this, "parley-listed", { count: this._items.length });
    } catch {
      this._phase = "failed";
    }
    await this.updateComplete;
  }

  async #open(id: string): Promise<void> {
    if (id === this.client.state.ticket?.id) this.client.go(null);
    else {
      this._opening = id;
      await this.client.openTicket(id).catch(() => {
        this._phase = "failed";
      });
      this._opening = null;
    }
    if (this._phase !== "failed") focusPanel();
  }

  #startOver(): void {
    emit(this, "parley-start-over", undefined);
    focusPanel();
  }

  #onKeydown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const rows = this.#rows;
    const at = rows.indexOf(event.target as HTMLElement); // a key is pressed on a row
    rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
  }

  get #rows(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>(".row")];
  }

  /** Focuses the first conversation, or the button for a new one. */
  override focus(): void {
    (this.#rows[0] ?? this.renderRoot.querySelector<HTMLElement>(".new"))?.focus();
  }

  #renderRow(item: VisitorTicket) {
    const { say, tag } = this.locale;
    const isUnread = item.unread > 0;
    const isOver = item.status === "resolved" || item.status === "closed";
    const state = isOver ? say("ended") : item.status === "pending_human" ? say("waitingForPerson") : "";
    return html`<li>
      <button
        class="row ${isUnread ? "unread" : ""}"
        type="button"
        aria-current=${item.id === this.client.state.ticket?.id ? "true" : nothing}
        aria-busy=${this._opening === item.id}
        @click=${() => this.#open(item.id)}
      >
        <span class="face ${item.role}" aria-hidden="true">${faceOf(item)}</span>
        <span class="words">
          <span class="line">
            <span class="who" dir="auto">${item.title || item.preview}</span>
            <time datetime=${item.at}>${relativeTime(tag, item.at)}</time>
          </span>
          ${item.preview === item.title ? nothing : html`<span class="preview" dir="auto"><bdi>${this.#nameOf(item)}</bdi>: ${item.preview}</span>`}
          <span class="place">#${item.number}${state === "" ? nothing : html` · ${state}`}</span>
        </span>
        ${isUnread ? html`<span class="dot"><span class="only-spoken">${say("unread", { n: item.unread })}</span></span>` : nothing}
      </button>
    </li>`;
  }

  #nameOf({ role, agent }: VisitorTicket): string {
    const { say } = this.locale;
    if (role === "visitor") return say("you");
    return role === "assistant" ? say("assistant") : (agent?.name ?? say("agent"));
  }

  #renderEnd() {
    const { say } = this.locale;
    if (this._phase === "failed")
      return html`<div class="failure" role="alert">
        ${alertIcon}
        <p>${say("listFailed")}</p>
        <button type="button" @click=${this.#load}>${say("retry")}</button>
      </div>`;
    if (this._phase === "loading")
      return html`<div class="waiting" aria-hidden="true">${placeholders.map(() => html`<span></span>`)}</div>`;
    if (this._items.length === 0) return html`<p class="empty">${say("noConversations")}</p>`;
    return this._cursor === null
      ? nothing
      : html`<button class="text-button older" type="button" @click=${this.#load}>${say("older")}</button>`;
  }

  /** Shows no loading, error or empty state, because the short list is only a part of another screen. */
  #renderFew() {
    const hasMore = this._cursor !== null || this._items.length > maxFew;
    return html`<ul class="few" @keydown=${this.#onKeydown}>
        ${this._items.slice(0, maxFew).map((item) => this.#renderRow(item))}
      </ul>
      ${
        hasMore
          ? html`<button class="text-button older" type="button" @click=${() => emit(this, "parley-conversations", undefined)}>
              ${this.locale.say("older")}
            </button>`
          : nothing
      }`;
  }

  protected override render() {
    const { say } = this.locale;
    if (this.isCompact) return this.#renderFew();
    return html`<div class="list" part="conversations" aria-busy=${this._phase === "loading"}>
        <h3>${say("conversations")}</h3>
        <ul @keydown=${this.#onKeydown}>
          ${this._items.map((item) => this.#renderRow(item))}
        </ul>
        ${this.#renderEnd()}
      </div>
      <div class="foot">
        <button class="new" type="button" @click=${this.#startOver}>
          ${composeIcon} ${say("newTicket")}
        </button>
      </div>`;
  }
}

function faceOf({ role, agent }: VisitorTicket) {
  if (role === "agent" && agent) return initialsOf(agent.name);
  return role === "visitor" ? personIcon : sparkIcon;
}

define("parley-conversations", ConversationsComponent);
