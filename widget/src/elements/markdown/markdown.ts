import { html, LitElement, type PropertyValues } from "lit";
import type { Citation } from "../../../../protocol/messages.ts";
import { LiveMarkdown } from "../../../../ui/markdown/live-markdown.ts";
import { markClass } from "../../../../ui/markdown/references.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit } from "../element.ts";
import { codeStyles } from "./code.styles.ts";
import { markdownStyles } from "./markdown.styles.ts";

/** A click on a citation mark: the citation, and the mark for positioning the popover. */
export interface CiteDetail {
  citation: Citation;
  mark: HTMLElement;
}

/**
 * A Markdown text, also while it is growing.
 *
 * Properties: `content`, `streaming`, `citations`, `sourceLabel` (label of a mark, with `{n}` and `{title}` filled in), `locale` for the
 * texts of the copy button for code.
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

  /** The clipboard is available only on pages served over HTTPS. */
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
    // Continues an interrupted rendering, for example after the page moved the element.
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
