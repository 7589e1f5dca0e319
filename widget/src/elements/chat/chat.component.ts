import { html, LitElement, nothing, type PropertyValues } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Citation } from "../../../../protocol/messages.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { tokenStyles } from "../../theme/tokens.styles.ts";
import { findStreaming } from "../../view/items.ts";
import { type Row, toRows } from "../../view/rows.ts";
import { initialState, isOver, isWithPerson, type ViewState } from "../../view/state.ts";
import "../citation/citation.ts";
import "../clarification/clarification.ts";
import "../composer/composer.ts";
import "../escalation/escalation.ts";
import "../header/header.ts";
import "../message/message.ts";
import "../status/status.ts";
import type { CitationComponent } from "../citation/citation.component.ts";
import type { ChooseDetail } from "../clarification/clarification.component.ts";
import type { ComposerComponent } from "../composer/composer.component.ts";
import { emit } from "../emit.ts";
import type { CiteDetail } from "../markdown/markdown.component.ts";
import { type StatusLine, toStatusLine } from "../status/status.component.ts";
import { Announcer } from "./announcer.ts";
import { chatStyles } from "./chat.styles.ts";
import { FitViewport } from "./fit-viewport.ts";
import {
  renderBanner,
  renderFailure,
  renderJump,
  renderResolved,
  renderRow,
  renderTyping,
  renderWelcome,
} from "./parts.ts";
import { placeCitation } from "./place-citation.ts";
import { StickToEnd } from "./stick-to-end.ts";
import { timelineStyles } from "./timeline.styles.ts";

/**
 * The chat panel.
 *
 * Properties: `client`, `locale`; attributes `hidden`, `mode` (light, dark, auto), `position` (left, right).
 * Events: `parley-dismiss` when the visitor closes it.
 * Parts: `panel`, `log`, and those of the elements inside that are exported.
 */
export class ChatComponent extends LitElement {
  static override styles = [tokenStyles, baseStyles, chatStyles, timelineStyles];
  static override properties = {
    client: { attribute: false },
    locale: { attribute: false },
    _view: { state: true },
    _cited: { state: true },
  };

  #end = new StickToEnd(this);
  #announcer = new Announcer();
  #unsubscribe: (() => void) | undefined;
  #markToRefocus: HTMLElement | undefined;

  declare private _view: ViewState;
  declare private _cited: { citation: Citation; mark: HTMLElement } | null;

  declare client: ChatClient;
  declare locale: Locale;

  constructor() {
    super();
    this._view = initialState;
    this._cited = null;
    new FitViewport(this);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("client")) return;
    this.#unsubscribe?.();
    this._view = this.client.state;
    this.#unsubscribe = this.client.subscribe((state) => {
      this._view = state;
    });
  }

  protected override updated(changed: PropertyValues): void {
    const log = this.#query(".log");
    const content = this.#query(".content");
    const region = this.#query(".spoken");
    if (log && content) this.#end.watch(log, content);
    if (region && changed.has("_view")) this.#announcer.update(this._view, this.locale, region);
    if (changed.has("_cited")) void this.#placeCitation();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  #query<T extends HTMLElement = HTMLElement>(selector: string): T | null {
    return this.renderRoot.querySelector<T>(selector);
  }

  #send(content: string): void {
    this.client.send(content);
    this.#end.jump();
  }

  #onCite(event: CustomEvent<CiteDetail>): void {
    const isSame = this._cited?.mark === event.detail.mark;
    this.#closeCitation();
    if (isSame) return;
    this._cited = event.detail;
    event.detail.mark.setAttribute("aria-expanded", "true");
  }

  async #placeCitation(): Promise<void> {
    const popover = this.#query<CitationComponent>("parley-citation");
    const log = this.#query(".log");
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

  #onCitationClose(): void {
    this.#closeCitation();
    this.#markToRefocus?.focus();
  }

  #onClick(event: MouseEvent): void {
    const path = event.composedPath();
    const isInside = path.some((node) => node instanceof HTMLElement && node.localName === "parley-citation");
    if (this._cited && !isInside && !path.includes(this._cited.mark)) this.#closeCitation();
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    if (this._cited) this.#onCitationClose();
    else emit(this, "parley-dismiss", undefined);
  }

  #statusLine(): StatusLine | null {
    const { turn, status, ticket } = this._view;
    if (turn === "none" || turn === "stopping" || isWithPerson(ticket) || findStreaming(this._view)) return null;
    return status ? toStatusLine(status) : { content: this.locale.say("thinking"), documents: [] };
  }

  #renderHeader() {
    const { theme, ticket, agent, items } = this._view;
    const canStartOver = ticket !== null && !isWithPerson(ticket) && items.length > 0;
    return html`<parley-header
      exportparts="header, title"
      .locale=${this.locale}
      .theme=${theme}
      .ticket=${ticket}
      .agent=${agent}
      .canStartOver=${canStartOver}
      @parley-start-over=${() => this.client.startOver()}
    ></parley-header>`;
  }

  #renderLog() {
    const { items, phase, typing, clarification } = this._view;
    const { locale } = this;
    const retry = (id: string) => this.client.retry(id);
    return html`<div class="log" part="log" role="log" aria-live="off" tabindex="0" aria-label=${locale.say("log")}
      @scroll=${this.#end.onScroll}>
      <div class="content" @parley-cite=${this.#onCite}
        @parley-retry=${(event: CustomEvent) => retry(event.detail.id)}
        @parley-rate=${({ detail }: CustomEvent) => this.client.rate(detail.id, detail.rating, detail.reason)}>
        ${phase.type === "failed" ? nothing : renderWelcome(this._view, locale, (text) => this.#send(text))}
        ${repeat(
          toRows(items),
          (row: Row) => row.item.key,
          (row: Row) => renderRow(row, locale, retry),
        )}
        ${
          clarification
            ? html`<parley-clarification exportparts="clarification, choice" .clarification=${clarification} .locale=${locale}
                @parley-choose=${(event: CustomEvent<ChooseDetail>) => this.client.choose(event.detail.choice)}></parley-clarification>`
            : nothing
        }
        <parley-status exportparts="status" .line=${this.#statusLine()}></parley-status>
        ${typing === null ? nothing : renderTyping(typing, locale)}
        ${phase.type === "failed" ? renderFailure(phase, locale, () => this.client.start()) : nothing}
        ${
          this._cited
            ? html`<parley-citation exportparts="citation" .citation=${this._cited.citation} .locale=${locale}
                @parley-citation-close=${this.#onCitationClose}></parley-citation>`
            : nothing
        }
      </div>
    </div>`;
  }

  #renderFoot() {
    const { phase, ticket, turn, theme } = this._view;
    if (phase.type === "failed" && !phase.retryable) return nothing;
    const isHuman = isWithPerson(ticket);
    const isAsked = this._view.clarification !== null;
    const placeholder = isHuman ? "placeholderPerson" : isAsked ? "placeholderChoice" : "placeholder";
    return html`${isOver(ticket) && theme ? renderResolved(this.locale, () => this.client.startOver()) : nothing}
      <parley-composer
        exportparts="composer, input, send-button, stop-button"
        .locale=${this.locale}
        .busy=${turn !== "none" && turn !== "stopping" && !isHuman}
        .placeholder=${this.locale.say(placeholder)}
        @parley-send=${(event: CustomEvent) => this.#send(event.detail.content)}
        @parley-stop=${() => this.client.stop()}
      ></parley-composer>`;
  }

  /** Puts the cursor where one writes; on a touch screen only into the panel, so that no keyboard jumps up. */
  override focus(): void {
    if (window.matchMedia("(pointer: coarse)").matches) this.#query(".panel")?.focus();
    else this.#query<ComposerComponent>("parley-composer")?.focus();
  }

  /** Asks as if the visitor had written it. */
  ask(question: string): void {
    this.#send(question);
  }

  protected override render() {
    const { say, direction, tag } = this.locale;
    return html`<section
      class="panel"
      part="panel"
      role="dialog"
      tabindex="-1"
      aria-label=${this._view.theme?.name ?? say("title")}
      dir=${direction}
      lang=${tag}
      @keydown=${this.#onKeydown}
      @click=${this.#onClick}
    >
      ${this.#renderHeader()} ${renderBanner(this._view, this.locale)}
      <div class="middle">${this.#renderLog()} ${this.#end.isAtEnd ? nothing : renderJump(this.locale, this.#end.jump)}</div>
      ${this.#renderFoot()}
      <div class="spoken only-spoken" aria-live="polite"></div>
    </section>`;
  }
}
