import { html, LitElement, nothing } from "lit";
import type { HomeLink, Notice } from "../../../../protocol/home.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { searchArticles } from "../../client/articles.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { plainText } from "../../view/plain-text.ts";
import type { ViewState } from "../../view/state.ts";
import { forwardIcon, linkIcon, noticeIcon } from "../article-search/icons.ts";
import { define, emit, focusPanel } from "../element.ts";
import { homeStyles } from "./home.styles.ts";
import { answerTimeText, openingText } from "./opening-text.ts";
import "../article-search/article-search.ts";

/** Longest text in a line, in characters. */
const maxLineChars = 160;

/**
 * The first screen: greeting, search, the visitor's conversations, suggested questions, and what the tenant says.
 *
 * Properties: `view`, `locale`, `client`.
 * Events: `parley-ask` with `{content}`, `parley-article` with what to open.
 * Parts: `home`, `greeting`, `ai-notice`, `starter`, `notice`, `link`, and those of the search.
 */
class HomeComponent extends LitElement {
  static override styles = [baseStyles, homeStyles];
  static override properties = {
    view: { attribute: false },
    locale: { attribute: false },
    client: { attribute: false },
    _talks: { state: true },
  };

  /** Number of conversations in the list element. */
  declare private _talks: number;

  declare view: ViewState;
  declare locale: Locale;
  declare client: ChatClient;

  constructor() {
    super();
    this._talks = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute("exportparts", "home, greeting, ai-notice, starter, notice, link, search, found");
  }

  #search = (typed: string, signal: AbortSignal) => searchArticles(this.client, typed, signal);

  #renderHero() {
    const { greeting, home } = this.view;
    const opening = home ? openingText(home, this.locale) : "";
    const answers = home ? answerTimeText(home, this.locale) : "";
    return html`<header class="hero">
      <h3 part="greeting" dir="auto">${greeting}</h3>
      ${
        opening + answers === ""
          ? nothing
          : html`<p class="hours ${home?.opening?.is_open === false ? "away" : ""}">
              ${opening === "" ? nothing : html`<span>${opening}</span>`} ${answers === "" ? nothing : html`<span>${answers}</span>`}
            </p>`
      }
      <p class="ai" part="ai-notice" dir="auto">${home?.ai_notice ?? this.locale.say("aiNotice")}</p>
    </header>`;
  }

  #renderNotice(notice: Notice) {
    return html`<aside class="notice" part="notice">
      ${noticeIcon}
      <p dir="auto">${notice.text} ${notice.link ? this.#renderLink(notice.link) : nothing}</p>
    </aside>`;
  }

  #renderLink({ label, url }: HomeLink) {
    const address = safeLink(url);
    if (address === undefined) return nothing;
    return html`<a part="link" dir="auto" href=${address} target="_blank" rel="noopener noreferrer">${label}</a>`;
  }

  #renderLinks(links: readonly HomeLink[]) {
    return html`<ul class="rows">
        ${links.map((link) => html`<li class="row">${this.#renderLink(link)} ${linkIcon}</li>`)}
      </ul>`;
  }

  #ask(content: string): void {
    emit(this, "parley-ask", { content });
    focusPanel();
  }

  #renderStarters(starters: readonly string[]) {
    return html`<section>
      <h4>${this.locale.say("starters")}</h4>
      <ul class="rows" aria-label=${this.locale.say("starters")}>
        ${starters.map(
          (content) => html`<li>
            <button class="row" part="starter" type="button" dir="auto" @click=${() => this.#ask(content)}>
              <span>${content}</span> ${forwardIcon}
            </button>
          </li>`,
        )}
      </ul>
    </section>`;
  }

  /** The list element reports its number of conversations. Without any, a link to the present conversation is shown. */
  #renderTalks() {
    const { items, isKnown } = this.view;
    if (!isKnown && items.length === 0) return nothing;
    const last = this._talks === 0 ? items.findLast((item) => item.kind === "message") : undefined;
    return html`<section ?hidden=${this._talks === 0 && !last}>
      <h4 id="talks">${this.locale.say("conversations")}</h4>
      ${last ? this.#renderLast(last.content) : nothing}
      <parley-conversations
        compact
        aria-labelledby="talks"
        .client=${this.client}
        .locale=${this.locale}
        @parley-listed=${({ detail }: CustomEvent<{ count: number }>) => {
          this._talks = detail.count;
        }}
      ></parley-conversations>
    </section>`;
  }

  #renderLast(content: string) {
    return html`<button class="row rows" type="button" dir="auto" @click=${() => this.client.go(null)}>
      <span class="line">${plainText(content.slice(0, maxLineChars))}</span> ${forwardIcon}
    </button>`;
  }

  protected override render() {
    if (!this.view) return nothing;
    const { starters, home } = this.view;
    return html`<div class="home" part="home">
      ${this.#renderHero()}
      <div class="body">
        ${home?.notice ? this.#renderNotice(home.notice) : nothing}
        <parley-article-search exportparts="search, found" .locale=${this.locale} .search=${this.#search}></parley-article-search>
        ${this.#renderTalks()} ${starters.length > 0 ? this.#renderStarters(starters) : nothing}
        ${home && home.links.length > 0 ? this.#renderLinks(home.links) : nothing}
      </div>
    </div>`;
  }
}

define("parley-home", HomeComponent);
