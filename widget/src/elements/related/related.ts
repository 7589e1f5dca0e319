import { html, LitElement, nothing } from "lit";
import type { RelatedSection } from "../../../../protocol/messages.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import { openRelated, reportSolved } from "../../client/related.ts";
import type { Locale } from "../../i18n/locale.ts";
import { loadTexts, type Texts } from "../../i18n/texts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { plainText } from "../../view/plain-text.ts";
import { isOver, type MessageItem, type ViewState } from "../../view/state.ts";
import { withoutTables } from "../../view/without-tables.ts";
import type { OpenArticle } from "../article-search/results.ts";
import { define, emit } from "../element.ts";
import { renderAnew } from "./anew.ts";
import { relatedStyles } from "./related.styles.ts";

const textFiles = import.meta.glob<Pick<Texts, "related">>("./*.json", {
  base: "../../i18n/languages",
  query: "?related",
});

/** Length of a section's excerpt, in characters; the style cuts it to fit. */
const maxExcerptChars = 240;

/**
 * Sections that may help. Below an answer: up to two buttons that show the section as the next answer. While the visitor waits for the
 * team, or instead of an answer: cards that open in place and can solve the question.
 *
 * Below the newest message that a visitor has added while they wait: how to get another question answered.
 *
 * Properties: `item` (the message), `locale`, `client`.
 * Events: `parley-article` to read a section in its article, `parley-ask` with `{content}` to ask for the team, `parley-start-over` for a new
 * conversation.
 * Parts: `related`.
 */
class RelatedComponent extends LitElement {
  static override styles = [baseStyles, relatedStyles];
  static override properties = {
    item: { attribute: false },
    locale: { attribute: false },
    client: { attribute: false },
    _words: { state: true },
    _open: { state: true },
    _used: { state: true },
    _busy: { state: true },
    _problem: { state: true },
  };

  #leave: (() => void) | undefined;
  declare private _words: Texts["related"] | undefined;
  /** Passage ids of the open cards. */
  declare private _open: ReadonlySet<string>;
  /** Passage ids of sections that were opened or marked as solving the question on this page. Other pages get this from the message. */
  declare private _used: ReadonlySet<string>;
  declare private _busy: string | null;
  declare private _problem: boolean;

  declare item: MessageItem;
  declare locale: Locale;
  declare client: ChatClient;

  constructor() {
    super();
    this._words = undefined;
    this._open = new Set();
    this._used = new Set();
    this._busy = null;
    this._problem = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave?.();
    this.#leave = undefined;
  }

  /** An element that was created before its code loaded gets its properties only now. */
  protected override willUpdate(): void {
    // The available actions depend on the owner of the conversation.
    this.#leave ??= this.client.subscribe(() => this.requestUpdate());
  }

  protected override firstUpdated(): void {
    void loadTexts(textFiles, this.locale.tag).then(
      ({ related: words }) => {
        this._words = words;
      },
      () => undefined,
    );
  }

  get #view(): ViewState {
    return this.client.state;
  }

  /** True when no message came after this one. */
  get #isLast(): boolean {
    return this.#view.items.findLast(({ kind }) => kind === "message")?.key === this.item.key;
  }

  get #isWithAssistant(): boolean {
    const { ticket } = this.#view;
    return ticket?.owner === "assistant" && !isOver(ticket);
  }

  async #do(section: RelatedSection, work: Promise<void>): Promise<void> {
    const { chunk_id: id } = section;
    this._busy = id;
    this._problem = false;
    try {
      await work;
      this._used = new Set([...this._used, id]);
    } catch {
      this._problem = true;
    }
    this._busy = null;
  }

  /** Only the assistant can show a section as its answer. Otherwise the article opens at the section. */
  #show(section: RelatedSection, event: Event): void {
    if (!this.#isWithAssistant || this.#isUsed(section)) return this.#read(section, event);
    void this.#do(section, openRelated(this.client, { message_id: this.item.id, chunk_id: section.chunk_id }));
  }

  #read({ document_id: id, chunk_id: passage, title }: RelatedSection, { currentTarget }: Event): void {
    // The clicked button gets the focus back afterwards.
    emit<OpenArticle>(this, "parley-article", { id, passage, title, opener: currentTarget as HTMLElement });
  }

  #toggle({ chunk_id: id }: RelatedSection): void {
    const open = new Set(this._open);
    if (!open.delete(id)) open.add(id);
    this._open = open;
  }

  #isUsed({ chunk_id, opened, solved }: RelatedSection): boolean {
    return Boolean(opened || solved) || this._used.has(chunk_id);
  }

  #renderChips(sections: readonly RelatedSection[], words: Texts["related"]) {
    return html`<p class="label" id="label">${words.related}</p>
      <ul class="chips" aria-labelledby="label">
        ${sections.map(
          (section) =>
            html`<li>
              <button
                type="button"
                class="edged"
                dir="auto"
                aria-busy=${this._busy === section.chunk_id}
                ?disabled=${this._busy !== null || (this.#isWithAssistant && this.#view.turn !== "none")}
                @click=${(event: Event) => this.#show(section, event)}
              >
                ${headingOf(section)}
              </button>
            </li>`,
        )}
      </ul>`;
  }

  #renderCard(section: RelatedSection, words: Texts["related"], maySolve: boolean) {
    const { chunk_id: id, text = "", title } = section;
    const heading = headingOf(section);
    const excerpt = plainText(withoutTables(text)).slice(0, maxExcerptChars);
    const isOpen = this._open.has(id);
    const isSolved = this.#isUsed(section);
    return html`<li class="card edged">
      <button type="button" class="head" aria-expanded=${isOpen} @click=${() => this.#toggle(section)}>
        <span class="title" dir="auto">${heading}</span>
        ${heading === title ? nothing : html`<span class="from" dir="auto">${title}</span>`}
        ${isOpen || excerpt === "" ? nothing : html`<span class="excerpt" dir="auto">${excerpt}</span>`}
      </button>
      ${isOpen ? html`<parley-markdown .content=${text} .citations=${[]} .locale=${this.locale}></parley-markdown>` : nothing}
      <p class="ways">
        ${
          isSolved
            ? html`<span class="done" role="status">${words.done}</span>`
            : maySolve
              ? html`<button
                  type="button"
                  class="solve edged"
                  aria-label=${words.solvedThis.replace("{heading}", heading)}
                  ?disabled=${this._busy !== null}
                  @click=${() => void this.#do(section, reportSolved(this.client, id))}
                >
                  ${words.solved}
                </button>`
              : nothing
        }
        ${
          isOpen
            ? html`<button
                type="button"
                class="text-button"
                aria-label=${words.articleOf.replace("{title}", title)}
                @click=${(event: Event) => this.#read(section, event)}
              >
                ${words.article}
              </button>`
            : nothing
        }
      </p>
    </li>`;
  }

  #renderCards(sections: readonly RelatedSection[], words: Texts["related"]) {
    const { ticket, turn } = this.#view;
    const isOffered = this.#isWithAssistant && this.#isLast && turn === "none";
    const isSolved = sections.some((section) => this.#isUsed(section));
    const maySolve =
      !isSolved && !sections.some(({ aside }) => aside) && (ticket?.status === "pending_human" || isOffered);
    return html`<ul class="cards" aria-label=${words.suggested}>
        ${sections.map((section) => this.#renderCard(section, words, maySolve))}
      </ul>
      ${isOffered && !isSolved ? this.#renderAsk(words) : nothing}`;
  }

  #renderAsk({ askTeam }: Texts["related"]) {
    const content = this.locale.say("personWanted");
    return html`<button type="button" class="ask edged" @click=${() => emit(this, "parley-ask", { content })}>${askTeam}</button>`;
  }

  protected override render() {
    const sections = this.item.related;
    const words = this._words;
    if (!words) return nothing;
    if (!sections?.length) return this.#isLast ? renderAnew(this, words, this.#view) : nothing;
    const isSuggestion = sections[0]?.text !== undefined;
    return html`<div part="related">
      ${isSuggestion ? this.#renderCards(sections, words) : this.#renderChips(sections, words)}
      ${this._problem ? html`<p class="problem" role="alert">${words.failed}</p>` : nothing}
    </div>`;
  }
}

/** The heading directly above a section, or the title of its document. */
function headingOf({ heading, title }: RelatedSection): string {
  return heading?.split(" > ").at(-1) ?? title;
}

define("parley-related", RelatedComponent);
