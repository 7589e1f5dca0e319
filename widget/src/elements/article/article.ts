import {
  html,
  LitElement,
  nothing,
  type PropertyValues,
  type ReactiveController,
  type ReactiveControllerHost,
} from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Article, ArticleSection } from "../../../../protocol/articles.ts";
import { isRecord } from "../../../../ui/events/shapes.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { type Caller, learnArticleWords, type Place, readArticle } from "../../client/articles.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { Screen } from "../../view/state.ts";
import { linkIcon } from "../article-search/icons.ts";
import { define } from "../element.ts";
import { problemStyles } from "../problem.styles.ts";
import { articleStyles } from "./article.styles.ts";
import "../markdown/markdown.ts";

/** Space between the sticky title and the requested passage, in px. */
const passageTopPx = 12;

type State = { type: "loading" } | { type: "gone" } | { type: "failed" } | { type: "ready"; article: Article };

/**
 * A public article, loaded in parts. The cited passage is marked and scrolled into view.
 *
 * Properties: `screen` (the article, its passage, and the title until it has loaded), `client`, `locale`.
 * Parts: `article`, `passage`.
 */
class ArticleComponent extends LitElement {
  static override styles = [baseStyles, problemStyles, articleStyles];
  static override properties = {
    client: { attribute: false },
    screen: { attribute: false },
    locale: { attribute: false },
    _state: { state: true },
    _isBusy: { state: true },
  };

  readonly #place = new KeepPlace(this);
  #life = new AbortController();
  #wasShown = false;

  declare private _state: State;
  /** More sections are being loaded. */
  declare private _isBusy: boolean;

  declare client: Caller;
  declare screen: Extract<Screen, { name: "article" }>;
  declare locale: Locale;

  constructor() {
    super();
    this._state = { type: "loading" };
    this._isBusy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute("exportparts", "article, passage");
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#life.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("screen")) void this.#open();
  }

  protected override updated(): void {
    const content = this.renderRoot.querySelector<HTMLElement>(".content");
    if (!content || this._state.type !== "ready" || this.#wasShown) return;
    this.#wasShown = true;
    this.#place.watch(content);
    const passage = this.renderRoot.querySelector<HTMLElement>(".passage");
    const title = this.renderRoot.querySelector<HTMLElement>("h3");
    if (passage) this.#place.hold(passage, (title?.offsetHeight ?? 0) + passageTopPx);
    this.focus();
  }

  /** Focuses the passage or the title, so that a screen reader starts there. */
  override focus(): void {
    const [title, passage] = ["h3", ".passage"].map((part) => this.renderRoot.querySelector<HTMLElement>(part));
    (passage ?? title)?.focus({ preventScroll: true });
  }

  async #open(): Promise<void> {
    this.#life.abort();
    const life = new AbortController();
    this.#life = life;
    this.#wasShown = false;
    this._state = { type: "loading" };
    const asked = this.#ask({ passage: this.screen.passage }, life.signal);
    const [state] = await Promise.all([asked, learnArticleWords(this.locale)]);
    if (state && !life.signal.aborted) this._state = state;
  }

  async #ask(place: Place, signal: AbortSignal): Promise<State | undefined> {
    try {
      return { type: "ready", article: await readArticle(this.client, { id: this.screen.id, place }, signal) };
    } catch (error) {
      if (signal.aborted) return undefined;
      return { type: isRecord(error) && error["status"] === 404 ? "gone" : "failed" };
    }
  }

  /** Adds the sections before or after; the visible text keeps its position. */
  async #more(place: { before: number } | { after: number }): Promise<void> {
    if (this._isBusy) return;
    this._isBusy = true;
    const { signal } = this.#life;
    const next = await this.#ask(place, signal);
    const state = this._state;
    this._isBusy = false;
    if (signal.aborted || next?.type !== "ready" || state.type !== "ready") return;
    const { article: shown } = state;
    const { article: more } = next;
    if ("after" in place) {
      const sections = [...shown.sections, ...more.sections];
      this._state = { type: "ready", article: { ...shown, sections, after: more.after } };
      return;
    }
    const first = this.renderRoot.querySelector<HTMLElement>("section");
    if (first) this.#place.hold(first);
    const sections = [...more.sections, ...shown.sections];
    this._state = { type: "ready", article: { ...shown, sections, before: more.before } };
  }

  #renderSection({ chunk_id: id, content, page }: ArticleSection, article: Article) {
    const isPassage = id === article.passage;
    return html`<section
      class=${isPassage ? "passage" : ""}
      part=${isPassage ? "passage" : ""}
      tabindex=${isPassage ? -1 : nothing}
      aria-label=${isPassage ? this.locale.say("cited") : nothing}
    >
      ${isPassage && page !== null ? html`<p class="page">${this.locale.say("page", { n: page })}</p>` : nothing}
      <parley-markdown .content=${content} .locale=${this.locale}></parley-markdown>
    </section>`;
  }

  #renderMore(key: "earlier" | "later", more: () => Promise<void>) {
    return html`<button class="text-button more" type="button" aria-disabled=${this._isBusy} @click=${more}>
      ${this.locale.say(key)}
    </button>`;
  }

  #renderArticle(article: Article) {
    const { before, after, url, title } = article;
    const address = url === null ? undefined : safeLink(url);
    return html`<h3 tabindex="-1" dir="auto">${title}</h3>
      ${
        address === undefined
          ? nothing
          : html`<p class="original"><a href=${address} target="_blank" rel="noopener noreferrer">
              ${this.locale.say("openSource")} ${linkIcon}</a></p>`
      }
      ${before === null ? nothing : this.#renderMore("earlier", () => this.#more({ before }))}
      ${repeat(
        article.sections,
        (section) => section.chunk_id,
        (section) => this.#renderSection(section, article),
      )}
      ${after === null ? nothing : this.#renderMore("later", () => this.#more({ after }))}`;
  }

  #renderState() {
    const { say } = this.locale;
    const state = this._state;
    switch (state.type) {
      case "loading":
        return html`<h3 tabindex="-1" dir="auto">${this.screen.title}</h3>
          <p class="only-spoken" role="status">${say("loading")}</p>
          <div class="waiting" aria-hidden="true"><i></i><i></i><i></i><i></i></div>`;
      case "gone":
        return html`<h3 tabindex="-1" dir="auto">${this.screen.title}</h3><p role="alert">${say("articleGone")}</p>`;
      case "failed":
        return html`<h3 tabindex="-1" dir="auto">${this.screen.title}</h3>
          <div class="failure" role="alert">
            <p>${say("articleFailed")}</p>
            <button type="button" @click=${() => this.#open()}>${say("retry")}</button>
          </div>`;
      case "ready":
        return this.#renderArticle(state.article);
      default:
        return state satisfies never;
    }
  }

  protected override render() {
    if (!this.locale) return nothing;
    return html`<article class="content" part="article">${this.#renderState()}</article>`;
  }
}

/** Events that show that the visitor scrolls. */
const ownMoves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * Keeps an element at its position on the screen while texts around it are still being rendered, until the visitor scrolls. Texts are
 * rendered in parts, so the position is final only after the last part.
 */
class KeepPlace implements ReactiveController {
  readonly #scroller: ReactiveControllerHost & HTMLElement;
  readonly #observer = new ResizeObserver(() => this.#keep());
  #kept: { element: HTMLElement; top: number } | undefined;

  constructor(scroller: ReactiveControllerHost & HTMLElement) {
    this.#scroller = scroller;
    scroller.addController(this);
    for (const move of ownMoves) scroller.addEventListener(move, this.#letGo, { passive: true });
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#kept = undefined;
  }

  /** Observes the growing content. */
  watch(content: HTMLElement): void {
    this.#observer.disconnect();
    this.#observer.observe(content);
  }

  /** Keeps an element at this distance below the upper edge; by default at its present distance. */
  hold(element: HTMLElement, top = this.#topOf(element)): void {
    this.#kept = { element, top };
    this.#keep();
  }

  #letGo = (): void => {
    this.#kept = undefined;
  };

  #keep(): void {
    if (this.#kept) this.#scroller.scrollTop += this.#topOf(this.#kept.element) - this.#kept.top;
  }

  #topOf(element: HTMLElement): number {
    return element.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top;
  }
}

define("parley-article", ArticleComponent);
