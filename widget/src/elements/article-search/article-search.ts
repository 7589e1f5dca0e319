import { html, LitElement, nothing } from "lit";
import type { FoundArticle } from "../../../../protocol/articles.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit } from "../element.ts";
import { articleSearchStyles } from "./article-search.styles.ts";
import { articleIcon, searchIcon } from "./icons.ts";
import type { OpenArticle } from "./results.ts";
import { markedQuote } from "./results.ts";

/** Wait after the last key press before the request, in ms: the pause between two letters of a fast typist. */
const pauseMs = 120;

/**
 * A search field for public articles that searches during typing.
 *
 * Properties: `locale`, `search` (from the typed text to articles; rejects on failure).
 * Events: `parley-article` with `OpenArticle`.
 * Parts: `search`, `found`.
 */
class ArticleSearchComponent extends LitElement {
  static override styles = [baseStyles, articleSearchStyles];
  static override properties = {
    locale: { attribute: false },
    search: { attribute: false },
    _found: { state: true },
    _isFailed: { state: true },
  };

  #typed = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #call: AbortController | undefined;

  /** Null before the first search. */
  declare private _found: readonly FoundArticle[] | null;
  declare private _isFailed: boolean;

  declare locale: Locale;
  declare search: (typed: string, signal: AbortSignal) => Promise<FoundArticle[]>;

  constructor() {
    super();
    this._found = null;
    this._isFailed = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#call?.abort();
  }

  #onInput(event: Event): void {
    this.#typed = (event.target as HTMLInputElement).value; // the one field
    clearTimeout(this.#timer);
    this.#call?.abort();
    if (this.#typed.trim() === "") this.#clear();
    else this.#timer = setTimeout(() => void this.#look(), pauseMs);
  }

  #clear(): void {
    this._found = null;
    this._isFailed = false;
  }

  /** Earlier results stay until new ones arrive. */
  async #look(): Promise<void> {
    const call = new AbortController();
    this.#call = call;
    try {
      const found = await this.search(this.#typed, call.signal);
      if (call.signal.aborted) return;
      this._found = found;
      this._isFailed = false;
    } catch {
      if (!call.signal.aborted) this._isFailed = true;
    }
  }

  /** The arrow keys move through the results and back to the field. */
  #onKeydown(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const field = this.renderRoot.querySelector("input");
    if (event.key === "Escape" && field && field.value !== "") {
      event.stopPropagation();
      field.value = "";
      this.#clear();
      field.focus();
    }
    if (step === 0) return;
    const stops = [...this.renderRoot.querySelectorAll<HTMLElement>("input, li button")];
    const at = stops.indexOf(event.target as HTMLElement); // the listener's own elements
    const next = stops[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  #renderFound(found: readonly FoundArticle[]) {
    return html`<ul part="found" aria-label=${this.locale.say("searchArticles")}>
      ${found.map(
        ({ id, chunk_id: passage, title, heading, quote, marks }) => html`<li>
          <button type="button" @click=${({ currentTarget }: Event) =>
            // `currentTarget` is the element with the listener.
            emit<OpenArticle>(this, "parley-article", { id, passage, title, opener: currentTarget as HTMLElement })}>
            ${articleIcon}
            <span class="text">
              <span class="title" dir="auto">${title}</span>
              ${heading && heading !== title ? html`<span class="heading" dir="auto">${heading}</span>` : nothing}
              <span class="quote" dir="auto">${markedQuote(quote, marks)}</span>
            </span>
          </button>
        </li>`,
      )}
    </ul>`;
  }

  #statusText(): string {
    const { say } = this.locale;
    if (this._isFailed) return say("errorBusy");
    if (this._found === null) return "";
    return this._found.length === 0 ? say("searchNone") : say("searchFound", { n: this._found.length });
  }

  protected override render() {
    const { say } = this.locale;
    const found = this._found ?? [];
    return html`<div role="search" part="search" @keydown=${this.#onKeydown}>
      <div class="field edged edged-field">
        ${searchIcon}
        <input
          type="search"
          enterkeyhint="search"
          autocomplete="off"
          maxlength="200"
          dir="auto"
          aria-label=${say("searchArticles")}
          placeholder=${say("searchArticles")}
          @input=${this.#onInput}
        />
      </div>
      <p class=${found.length > 0 && !this._isFailed ? "only-spoken" : "status"} role="status">${this.#statusText()}</p>
      ${found.length > 0 ? this.#renderFound(found) : nothing}
    </div>`;
  }
}

define("parley-article-search", ArticleSearchComponent);
