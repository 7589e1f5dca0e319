import { html, LitElement, nothing } from "lit";
import type { Citation } from "../../../../protocol/messages.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import type { Locale } from "../../i18n/locale.ts";
import { age } from "../../i18n/relative-time.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { plainText } from "../../view/plain-text.ts";
import type { TimelineItem } from "../../view/state.ts";
import { type Activity, toolEntries } from "../../view/tool-entries.ts";
import { define, emit } from "../element.ts";
import { closeIcon } from "../icons.ts";
import { externalIcon } from "../thread-icons.ts";
import { citationStyles } from "./citation.styles.ts";
import "../related/related.ts";

/**
 * One source of an answer: title, page or heading, quote and link. For a tool's result: the complete result and its time.
 *
 * Properties: `citation`, `locale`, `items` (the conversation, with the tool's result).
 * Events: `parley-citation-close` when the visitor closes it (Escape or the close button), `parley-article` to read on.
 * Parts: `citation`.
 */
class CitationComponent extends LitElement {
  static override styles = [baseStyles, citationStyles];
  static override properties = {
    citation: { attribute: false },
    locale: { attribute: false },
    items: { attribute: false },
  };

  declare citation: Citation;
  declare locale: Locale;
  declare items: readonly TimelineItem[] | undefined;

  /** The cited tool activity; undefined for a document. */
  get #activity(): Activity | undefined {
    const { tool_call_id: id } = this.citation;
    if (id === undefined) return undefined;
    const news = (this.items ?? []).flatMap((item) => (item.kind === "message" ? (item.tools ?? []) : []));
    return toolEntries(news).find((entry) => entry.id === id)?.activity;
  }

  /** Focuses the card, so that keyboard navigation continues from it. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(".card")?.focus();
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    emit(this, "parley-citation-close", undefined);
  }

  #renderPlace() {
    const { page, heading } = this.citation;
    const activity = this.#activity;
    const parts = [
      page === undefined ? "" : this.locale.say("page", { n: page }),
      activity?.title ?? heading ?? "",
      activity ? age(activity.at, this.locale) : "",
    ];
    const place = parts.filter((part) => part !== "").join(" · ");
    return place === "" ? nothing : html`<p class="place" dir="auto">${place}</p>`;
  }

  /** Only citations of earlier versions have no document. */
  #renderArticle() {
    const { document_id: id, chunk_id: passage, title } = this.citation;
    if (id === undefined) return nothing;
    return html`<button class="link" type="button" @click=${() => emit(this, "parley-article", { id, passage, title })}>
      ${this.locale.say("readOn")}
    </button>`;
  }

  #renderLink() {
    const address = this.citation.url === undefined ? undefined : safeLink(this.citation.url);
    if (address === undefined) return nothing;
    return html`<a class="link" href=${address} target="_blank" rel="noopener noreferrer">
      ${this.locale.say("openSource")} ${externalIcon}
    </a>`;
  }

  protected override render() {
    if (!this.citation) return nothing;
    const { say } = this.locale;
    return html`<section
      class="card edged"
      part="citation"
      role="dialog"
      tabindex="-1"
      aria-label=${say("showSource", { n: this.citation.index, title: this.citation.title })}
      @keydown=${this.#onKeydown}
    >
      <div class="head">
        <span class="number" aria-hidden="true">${this.citation.index}</span>
        <p class="title" dir="auto">${this.citation.title}</p>
        <button
          class="icon-button"
          type="button"
          aria-label=${say("closeSource")}
          @click=${() => emit(this, "parley-citation-close", undefined)}
        >
          ${closeIcon}
        </button>
      </div>
      ${this.#renderPlace()}
      <blockquote dir="auto">${this.#activity?.content || plainText(this.citation.quote)}</blockquote>
      <p class="ways">${this.#renderArticle()} ${this.#renderLink()}</p>
    </section>`;
  }
}

define("parley-citation", CitationComponent);

export type { CitationComponent };
