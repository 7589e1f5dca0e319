import { html, LitElement, type PropertyValues } from "lit";
import type { Citation } from "../../../../protocol/messages.ts";
import { MarkdownWriter } from "../../markdown/markdown-writer.ts";
import { markClass, markIndexAttribute } from "../../markdown/references.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { emit } from "../emit.ts";
import { markdownStyles } from "./markdown.styles.ts";

/** A citation mark was pressed: which source, and the mark to put its popover beside. */
export interface CiteDetail {
  citation: Citation;
  mark: HTMLElement;
}

/**
 * A text in Markdown, also while it still grows.
 *
 * Properties: `content`, `streaming`, `citations`, `sourceLabel` (name of a mark, with `{n}` and `{title}` filled in).
 * Events: `parley-cite` with `CiteDetail`.
 * Parts: `text`, `citation-mark`.
 */
export class MarkdownComponent extends LitElement {
  static override styles = [baseStyles, markdownStyles];
  static override properties = {
    content: {},
    streaming: { type: Boolean },
    citations: { attribute: false },
    sourceLabel: { attribute: false },
  };

  #writer: MarkdownWriter | undefined;
  #written = "";
  #isFinished = false;

  declare content: string;
  declare streaming: boolean;
  declare citations: readonly Citation[];
  declare sourceLabel: (citation: Citation) => string;

  constructor() {
    super();
    this.content = "";
    this.streaming = false;
    this.citations = [];
    this.sourceLabel = ({ index, title }) => `${index}: ${title}`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const root = this.renderRoot.querySelector(".text");
    if (!root) return;
    const isContinued = !this.#isFinished && this.content.startsWith(this.#written);
    const isSame = this.#isFinished && this.content === this.#written;
    if (!this.#writer || !(isContinued || isSame)) this.#restart(root);
    this.#writer?.write(this.content.slice(this.#written.length));
    this.#written = this.content;
    if (!this.streaming && !this.#isFinished) this.#finish(root);
  }

  #restart(root: Element): void {
    this.#writer = new MarkdownWriter(root);
    this.#written = "";
    this.#isFinished = false;
  }

  #finish(root: Element): void {
    this.#isFinished = true;
    this.#writer?.finish(new Set(this.citations.map((citation) => citation.index)));
    for (const mark of root.querySelectorAll(`.${markClass}`)) {
      const citation = this.#citationOf(mark);
      if (!citation) continue;
      mark.setAttribute("aria-label", this.sourceLabel(citation));
      mark.setAttribute("aria-haspopup", "dialog");
    }
  }

  #citationOf(mark: Element): Citation | undefined {
    const index = Number(mark.getAttribute(markIndexAttribute));
    return this.citations.find((citation) => citation.index === index);
  }

  #onClick(event: Event): void {
    const mark = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(`.${markClass}`) : null;
    const citation = mark && this.#citationOf(mark);
    if (mark && citation) emit<CiteDetail>(this, "parley-cite", { citation, mark });
  }

  protected override render() {
    return html`<div class="text" part="text" dir="auto" @click=${this.#onClick}></div>`;
  }
}
