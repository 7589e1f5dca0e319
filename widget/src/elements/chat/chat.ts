import { html, LitElement, nothing } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { keepSize, keptSize } from "../../theme/kept-look.ts";
import { tokenStyles } from "../../theme/tokens.styles.ts";
import { initialState, isHopeless, isOver, isWithPerson, type ViewState } from "../../view/state.ts";
import type { OpenArticle } from "../article-search/results.ts";
import type { ComposerComponent } from "../composer/composer.ts";
import { define, emit } from "../element.ts";
import { problemStyles } from "../problem.styles.ts";
import type { TimelineComponent } from "../timeline/timeline.ts";
import { chatStyles, welcomeStyles } from "./chat.styles.ts";
import { CatchFiles, StickToEnd, WatchClient } from "./controllers.ts";
import {
  placeholderOf,
  renderBanner,
  renderFailure,
  renderLastWords,
  renderPerson,
  renderStarting,
} from "./notices.ts";
import { loadHome, renderAfter, renderScreen } from "./screens.ts";
import "../composer/composer.ts";
import "../header/header.ts";

/**
 * The chat panel. Properties: `client`, `locale`; attributes `hidden`, `large` (stored), `mode` (light, dark, auto), `position` (left, right).
 * Events: `parley-dismiss` when the visitor closes it.
 * Parts: `panel`, `log`, and the exported parts of the elements inside.
 */
class ChatComponent extends LitElement {
  static override styles = [tokenStyles, baseStyles, problemStyles, chatStyles, welcomeStyles];
  static override properties = {
    client: { attribute: false },
    locale: { attribute: false },
    isInline: { type: Boolean, attribute: "inline", reflect: true },
    _view: { state: true },
    _isLarge: { type: Boolean, attribute: "large", reflect: true },
    _files: { state: true },
    _hasHome: { state: true },
  };

  #end = new StickToEnd(this, (log) => this.#timeline?.questionTop?.(log));
  #files = new CatchFiles(this, () => this._view.offer !== null);
  #opener: HTMLElement | undefined;
  /** Text for the message field, until the field exists. */
  #written: string | undefined;

  declare private _view: ViewState;
  declare private _isLarge: boolean;
  declare private _files: number;
  declare private _hasHome?: boolean;
  declare client: ChatClient;
  declare locale: Locale;
  declare isInline: boolean;

  constructor() {
    super();
    this.isInline = false;
    this._view = initialState;
    this._isLarge = keptSize();
    this._files = 0;
    new WatchClient(this, (state) => Object.assign(this, { _view: state }));
  }

  /** Does not render before the panel is opened: on most pages the visitor never opens it. */
  protected override shouldUpdate(): boolean {
    return this.hasUpdated || !this.hidden;
  }

  protected override updated(): void {
    if (this.#written !== undefined) this.#query<ComposerComponent>("parley-composer")?.write(this.#written);
    this.#written = undefined;
    this.#end.watch(this.#query(".log"), this.#query(".content"));
    // The code of a conversation loads after the first paint.
    const { phase, screens } = this._view;
    if (phase.type !== "idle" && !this.hidden) void this.locale.learn().then(() => parts.timeline.load());
    // Without a session there is no conversation to continue.
    const isHome = screens.length > 0;
    if (isHome || (phase.type === "starting" && !this.#isBack()))
      void loadHome(this.locale).then(() => Object.assign(this, { _hasHome: isHome || this._hasHome }));
    // The field with the focus was removed.
    if (isHopeless(this._view) && !this.hidden && document.activeElement === document.body) this.focus();
  }

  /** Whether a session to continue exists. */
  #isBack = (): boolean => Boolean(this.client.kept.store.read());

  /** Goes to the previous screen, from the conversation to the first screen. The element that opened the screen gets the focus back. */
  #back = (): void => {
    this.client.go(this._view.screens.length > 0 ? "before" : { name: "home" });
    const opener = this.#opener;
    this.#opener = undefined;
    void this.updateComplete.then(() => (opener?.isConnected ? opener : this).focus());
  };

  #openArticle = ({ detail: { opener, ...article } }: CustomEvent<OpenArticle>): void => {
    this.#opener = opener;
    this.client.go({ name: "article", ...article });
  };

  #query<T extends HTMLElement = HTMLElement>(selector: string): T | null {
    return this.renderRoot.querySelector<T>(selector);
  }

  /** While the team has the conversation, a question from another screen begins a new one, which the assistant answers. */
  #send(content: string, { isOutside = this._view.screens.length > 0, hasFiles = false } = {}): void {
    const isApart = isOutside && isWithPerson(this._view.ticket);
    if (hasFiles) this.client.kept.draft = "";
    this.client.send(content, hasFiles ? this.#files.give(isApart) : undefined, isApart);
    this.#end.follow();
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    const top = this._view.screens.at(-1);
    if (top && top.name !== "home") return this.#back();
    // Before the timeline's code has loaded, no source can be open.
    if (!this.#timeline?.dismiss?.() && !this.isInline) emit(this, "parley-dismiss", undefined);
  }

  get #timeline(): Partial<TimelineComponent> | null {
    return this.#query<TimelineComponent>("parley-timeline");
  }

  #renderHeader() {
    const { theme, ticket, agent, items, screens, phase, hasMemory } = this._view;
    const isOutside = screens.length > 0;
    return html`<parley-header
      exportparts="header, title"
      .locale=${this.locale} .theme=${theme}
      .ticket=${isOutside ? null : ticket}
      .agent=${agent}
      .hasFailed=${phase.type === "failed"}
      .canStartOver=${items.length > 0 && !isOutside}
      .hasMemory=${hasMemory} .hasMenu=${ticket !== null && screens.every(({ name }) => name === "home")}
      .canGoBack=${phase.type === "ready" && screens.at(-1)?.name !== "home"}
      .isLarge=${this._isLarge} .isInline=${this.isInline}
      @parley-resize=${() => {
        this._isLarge = keepSize(!this._isLarge);
      }}
      @parley-back=${this.#back}
    ></parley-header>`;
  }

  #renderLog() {
    const { locale, _view: view } = this;
    return html`<div class="log" part="log" role="log" aria-live="off" tabindex="0" aria-label=${locale.say("log")}
      @scroll=${this.#end.onScroll}>
      <div class="content"
        @parley-seen=${({ detail }: CustomEvent) => this.client.seen(detail.sequence)}
        @parley-retry=${({ detail }: CustomEvent) => this.client.retry(detail.id)}
        @parley-choose=${({ detail }: CustomEvent) => this.client.choose(detail.choice)}>
        ${/ready|failed/.test(view.phase.type) || view.greeting !== "" ? nothing : renderStarting(locale)}
        <parley-timeline
          exportparts="message, bubble, sources, citation, citation-mark, escalation, clarification, choice, tool, confirmation, status, note, error"
          .view=${view} .locale=${locale} .client=${this.client}
        >${this.#timeline?.renderJump ? nothing : renderLastWords(view)}</parley-timeline>
        ${view.phase.type === "failed" ? renderFailure(view.phase, locale, () => this.client.start()) : nothing}
        ${isOver(view.ticket) ? renderAfter(this) : nothing}
      </div>
    </div>`;
  }

  #renderFoot() {
    const { locale, _view: view } = this;
    if (isHopeless(view)) return nothing;
    return html`<parley-attach
        .client=${this.client} .view=${view} .locale=${locale}
        @parley-files=${({ detail }: CustomEvent) => Object.assign(this, { _files: detail })}
      ></parley-attach>
      ${this.#renderComposer()}
      ${renderPerson(view, { locale, isBack: this.#isBack, send: (text) => this.#send(text) })}`;
  }

  #renderComposer() {
    const { client, locale, _view: view } = this;
    return html`<parley-composer
        exportparts="composer, input, send-button, stop-button"
        .locale=${locale} .busy=${["waiting", "running"].includes(view.turn) && !isWithPerson(view.ticket)}
        .placeholder=${locale.say(placeholderOf(view))}
        .files=${view.offer ? this._files : undefined}
        @input=${(event: Event) => Object.assign(client.kept, { draft: (event.currentTarget as ComposerComponent).text })}
        @parley-attach=${() => this.#files.take("pick")}
        @parley-send=${(event: CustomEvent) => this.#send(event.detail.content, { hasFiles: true })}
        @parley-stop=${() => this.client.stop()}
      ></parley-composer>`;
  }

  /** Focuses the message field. On a touch screen it focuses only the panel, so that no on-screen keyboard opens. */
  override focus(): void {
    const composer = window.matchMedia("(pointer: coarse)").matches
      ? null
      : this.#query<ComposerComponent>("parley-composer");
    (composer ?? this.#query(".panel"))?.focus();
  }

  /** Puts a text into the field without sending it. */
  write(text: string): void {
    this.#written = text;
    this.requestUpdate();
  }

  /** Sends a question in the visitor's name. */
  ask(question: string): void {
    this.#send(question, { isOutside: true });
  }

  protected override render() {
    const { client, locale, _view: view, _hasHome: hasHome } = this;
    if (!client) return nothing;
    const { screens, theme } = view;
    const screen = screens.at(-1);
    return html`<section
      class="panel edged"
      part="panel"
      role=${this.isInline ? "region" : "dialog"}
      tabindex="-1"
      aria-label=${theme?.name ?? locale.say("title")}
      dir=${locale.direction}
      lang=${locale.tag}
      @keydown=${this.#onKeydown}
      @click=${(event: Event) => this.#timeline?.clickedAt?.(event.composedPath())}
      @parley-article=${this.#openArticle}
      @parley-ask=${({ detail }: CustomEvent<{ content: string }>) => this.#send(detail.content)}
      @parley-conversations=${() => client.go({ name: "conversations" })}
      @parley-memories=${() => client.go({ name: "memories" })}
      @parley-start-over=${() => client.startOver()}
      @dragover=${this.#files.onFiles}
      @drop=${this.#files.onFiles}
      @paste=${this.#files.onFiles}
    >
      ${this.#renderHeader()} ${renderBanner(view, locale)}
      ${screens.map((each) => renderScreen(each, { client, locale, view, hasHome, isCovered: each !== screen }))}
      <div class="middle" ?hidden=${screen}>
        ${this.#renderLog()} ${this.#end.hasMore ? this.#timeline?.renderJump?.(locale, this.#end.jump) : nothing}
      </div>
      <div ?hidden=${screen && screen.name !== "home"}>${this.#renderFoot()}</div>
      <div class="spoken only-spoken" aria-live="polite"></div>
    </section>`;
  }
}

define("parley-chat", ChatComponent);

export type { ChatComponent };
