import { html, LitElement, nothing, type PropertyValues } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Citation } from "../../../../protocol/messages.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import { leaveContact, reportSeen } from "../../client/tell-server.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { type Row, toRows } from "../../view/rows.ts";
import { isHeld, isOver, isWithPerson, type TimelineItem, type ViewState } from "../../view/state.ts";
import { withoutRepeats } from "../../view/without-repeats.ts";
import type { OpenArticle } from "../article-search/results.ts";
import type { CitationComponent } from "../citation/citation.ts";
import { dotsStyles } from "../dots.styles.ts";
import { define, emit, focusPanel } from "../element.ts";
import type { CiteDetail } from "../markdown/markdown.ts";
import { problemStyles } from "../problem.styles.ts";
import { renderTools } from "../tools/render-tools.ts";
import { Announcer } from "./announcer.ts";
import { forgetLink, keepPlace, placeCitation, questionTop } from "./place.ts";
import {
  numberAfterCard,
  renderClarification,
  renderEarlier,
  renderJump,
  renderReached,
  renderRow,
  renderTyping,
  renderWelcome,
  statusLine,
} from "./rows.ts";
import { timelineStyles } from "./timeline.styles.ts";
import "../escalation/escalation.ts";
import "../message/message.ts";
import "../status/status.ts";

/**
 * Messages and events of the conversation, the assistant's present step, and the open source.
 *
 * Properties: `view`, `locale`, `client`. Belongs in a panel with a scrolling `.log` and a live region `.spoken`.
 * Events: `parley-seen` with the number of the newest answer; `parley-article` with the mark as `opener`; those of the elements inside.
 * Parts: `note`, `error`, and those of the elements inside.
 */
class TimelineComponent extends LitElement {
  static override styles = [baseStyles, problemStyles, dotsStyles, timelineStyles];
  static override properties = {
    view: { attribute: false },
    locale: { attribute: false },
    client: { attribute: false },
    _cited: { state: true },
    _offer: { state: true },
  };

  #isReached = false;
  readonly #announcer = new Announcer();
  readonly #reportSeen = reportSeen((sequence) => emit(this, "parley-seen", { sequence }));
  #items: readonly TimelineItem[] = [];
  #leavePlace: (() => void) | undefined;
  #markToRefocus: HTMLElement | undefined;
  /** Key of the agent's last message at the end of the last announced typing. Typing is announced once after each message. */
  #typingTold: string | undefined;

  declare private _cited: CiteDetail | null;
  /** What the visitor wants with the conversation, and how long that was then; words after that put the question away. */
  declare private _offer: { what: "email" | "end"; at: number } | null;
  declare view: ViewState;
  declare locale: Locale;
  declare client: ChatClient;

  constructor() {
    super();
    this._cited = null;
    this._offer = null;
  }

  /** Handles the menu's events. */
  protected override firstUpdated(): void {
    const panel = this.#around(".panel");
    const offer = (what: "email" | "end") => () =>
      Object.assign(this, { _offer: { what, at: this.view.items.length } });
    panel?.addEventListener("parley-end", offer("end"));
    panel?.addEventListener("parley-mail", offer("email"));
  }

  protected override willUpdate(changed: PropertyValues): void {
    // The focused element can be removed, for example a choice after it was made.
    if (this.shadowRoot?.activeElement)
      setTimeout(() => {
        if (document.activeElement === document.body) focusPanel();
      });
    if (!changed.has("view")) return;
    const before: ViewState | undefined = changed.get("view");
    if (this.view.agent?.avatar_url) void parts.attach.load(); // for the face in the head
    // `#items` is still the previous list, because the reply itself may have ended the typing.
    if (before?.typing != null && this.view.typing === null) this.#typingTold = this.#lastReply;
    this.#items = withoutRepeats(this.view.items);
    // These messages wait for the form, not for a connection.
    if (isHeld(this.view))
      this.#items = this.#items.map((item) =>
        item.kind === "message" && item.state === "queued" ? { ...item, state: "held" } : item,
      );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leavePlace?.();
    this.#leavePlace = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    const log = this.#around(".log");
    if (log && this.#items.length > 0) this.#leavePlace ??= keepPlace(log, this.client.kept);
    if (this.#items.length > 0) forgetLink();
    const region = this.#around(".spoken");
    if (region && changed.has("view"))
      this.#announcer.update({ ...this.view, items: this.#items }, this.locale, region);
    if (changed.has("view")) this.#reportSeen(this.view);
    if (changed.has("_cited")) void this.#placeCitation();
  }

  /** Key of an agent's last message, or `none`. */
  get #lastReply(): string {
    return this.#items.findLast((item) => item.kind === "message" && item.role === "agent")?.key ?? "none";
  }

  /** An element of the panel that contains this timeline. */
  #around(selector: string): HTMLElement | null {
    const root = this.getRootNode();
    return root instanceof ShadowRoot ? root.querySelector<HTMLElement>(selector) : null;
  }

  #onCite(event: CustomEvent<CiteDetail>): void {
    const isSame = this._cited?.mark === event.detail.mark;
    this.#closeCitation();
    if (isSame) return;
    this._cited = event.detail;
    event.detail.mark.setAttribute("aria-expanded", "true");
  }

  async #placeCitation(): Promise<void> {
    if (!this._cited) return;
    await parts.citation.load();
    const popover = this.renderRoot.querySelector<CitationComponent>("parley-citation");
    const log = this.#around(".log");
    if (!popover || !this._cited || !log) return;
    await popover.updateComplete;
    placeCitation(popover, this._cited.mark, log);
    popover.focus();
  }

  #closeCitation(): void {
    if (!this._cited) return;
    this._cited.mark.setAttribute("aria-expanded", "false");
    this.#markToRefocus = this._cited.mark;
    this._cited = null;
  }

  readonly renderJump = renderJump;

  /** See `questionTop`. */
  questionTop = (log: HTMLElement): number | undefined =>
    questionTop({ ...this.view, items: this.#items }, this.renderRoot, log);

  /** Closes the open source, if any, and focuses its mark. */
  dismiss = (): boolean => {
    if (!this._cited) return false;
    this.#closeCitation();
    this.#markToRefocus?.focus();
    return true;
  };

  /** Closes the open source after a click elsewhere in the panel. */
  clickedAt(path: readonly EventTarget[]): void {
    const isInside = path.some((node) => node instanceof HTMLElement && node.localName === "parley-citation");
    if (this._cited && !isInside && !path.includes(this._cited.mark)) this.#closeCitation();
  }

  /** A visitor who comes back from the article gets the focus on the mark. */
  #onArticle(event: CustomEvent<OpenArticle>): void {
    event.stopPropagation();
    const opener = this._cited?.mark;
    this.#closeCitation();
    emit(this, "parley-article", { ...event.detail, opener });
  }

  #renderCitation(citation: Citation) {
    return html`<parley-citation exportparts="citation" .citation=${citation} .items=${this.#items} .locale=${this.locale}
      @parley-citation-close=${this.dismiss} @parley-article=${this.#onArticle}></parley-citation>`;
  }

  /** The tenant's form, when a message waits for it. */
  #renderForm() {
    const { ticket, items } = this.view;
    const asked = ticket?.form;
    const isDue = asked?.when === "start" ? isHeld(this.view) && items.length > 0 : isWithPerson(ticket);
    if (!asked || !isDue) return nothing;
    // The form replaces the single question of the hand-over card.
    this.#isReached ||= asked.when === "person";
    void parts.form.load();
    return html`<parley-form exportparts="form" .client=${this.client} .locale=${this.locale} .form=${asked} .ticketId=${ticket.id}></parley-form>`;
  }

  /** One that nobody has ended can be sent, or ended. */
  #renderAfter() {
    const { ticket, items } = this.view;
    if (isOver(ticket) || this._offer?.at !== items.length) return nothing;
    void parts.after.load();
    return html`<parley-after exportparts="after" .client=${this.client} .locale=${this.locale} .isOpen=${this._offer.what}
      @parley-keep=${() => Object.assign(this, { _offer: null })}></parley-after>`;
  }

  protected override render() {
    const { view, locale } = this;
    if (!view) return nothing;
    const asked = this.#renderForm();
    const isGreeted = view.phase.type === "failed" || view.screens[0]?.name === "home"; // which greets itself
    return html`${isGreeted || view.greeting === "" ? nothing : renderWelcome(view, locale)}
    <div class="rows" @parley-cite=${this.#onCite} @parley-rate=${({ detail }: CustomEvent) => this.client.rate(detail.id, detail.rating, detail.reason)}>${renderEarlier(view, locale, this.client)}
      ${repeat(
        toRows(this.#items),
        (row: Row) => row.item.key,
        (row: Row) =>
          renderRow(row, {
            locale,
            retry: (id) => emit(this, "parley-retry", { id }),
            items: this.#items,
            client: this.client,
            addedTo: numberAfterCard(this.#items),
            reach:
              this.#isReached || !view.ticket?.has_mail || (view.reachable && !this.client.kept.tab.email)
                ? undefined
                : (email) => leaveContact(this.client, email),
          }),
      )}
      ${view.clarification ? renderClarification(view.clarification, locale) : nothing}
      ${renderTools(view.calls, locale, this.client)}
      ${asked} ${renderReached(view, locale, this.client)} ${this.#renderAfter()}
      <parley-status exportparts="status" .line=${statusLine(view, locale)}></parley-status>
      ${view.thinking ? html`<details part="thinking" dir="auto"><summary>${locale.say("reasoning")}</summary>${view.thinking}</details>` : nothing}
      <div aria-live=${this.#typingTold === this.#lastReply ? "off" : "polite"}>
        ${view.typing === null ? nothing : renderTyping(view.typing, locale)}
      </div>
      ${this._cited ? this.#renderCitation(this._cited.citation) : nothing}
    </div>`;
  }
}

define("parley-timeline", TimelineComponent);

export type { TimelineComponent };
