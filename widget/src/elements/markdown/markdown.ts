import { html, LitElement, type PropertyValues } from "lit";
import type { Citation } from "../../../../protocol/messages.ts";
import { LiveMarkdown } from "../../../../ui/markdown/live-markdown.ts";
import { markClass } from "../../../../ui/markdown/references.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit } from "../element.ts";
import { codeStyles } from "./code.styles.ts";
import { markdownStyles } from "./markdown.styles.ts";

/** A citation mark was pressed: which source, and the mark to put its popover beside. */
export interface CiteDetail {
  citation: Citation;
  mark: HTMLElement;
}

/**
 * A text in Markdown, also while it still grows.
 *
 * Properties: `content`, `streaming`, `citations`, `sourceLabel` (name of a mark, with `{n}` and `{title}` filled in), `locale` for the
 * words of the button that copies code.
 * Events: `parley-cite` with `CiteDetail`.
 * Parts: `text`, `citation-mark`.
 */
class MarkdownComponent extends LitElement {
  static override styles = [baseStyles, markdownStyles, codeStyles];
  static override properties = {
    content: {},
    streaming: { type: Boolean },
    citations: { attribute: false },
    sourceLabel: { attribute: false },
    locale: { attribute: false },
  };

  #live: LiveMarkdown | undefined;

  declare content: string;
  declare streaming: boolean;
  declare citations: readonly Citation[];
  declare sourceLabel: (citation: Citation) => string;
  declare locale: Locale | undefined;

  constructor() {
    super();
    this.content = "";
    this.streaming = false;
    this.citations = [];
    this.sourceLabel = ({ index, title }) => `${index}: ${title}`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const root = this.renderRoot.querySelector<HTMLElement>(".text");
    if (!root) return;
    this.#live ??= new LiveMarkdown(root, {
      nameOf: (citation) => this.sourceLabel(citation),
      copyWords: this.#copyWords,
    });
    this.#live.show({ text: this.content, isGrowing: this.streaming, citations: this.citations });
  }

  /** Pages that are not served over HTTPS cannot copy. */
  get #copyWords() {
    return navigator.clipboard && this.locale
      ? { copy: this.locale.say("copy"), copied: this.locale.say("copied") }
      : undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.stop();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Goes on where it was interrupted, as when the page moves the element.
    if (this.#live) this.requestUpdate();
  }

  #onClick(event: Event): void {
    const mark = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(`.${markClass}`) : null;
    const citation = mark && this.#live?.citationOf(mark);
    if (mark && citation) emit<CiteDetail>(this, "parley-cite", { citation, mark });
  }

  protected override render() {
    return html`<div class="text" part="text" @click=${this.#onClick}></div>`;
  }
}

define("parley-markdown", MarkdownComponent);
