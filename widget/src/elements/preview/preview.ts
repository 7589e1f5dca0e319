import { html, LitElement, nothing, type PropertyValues } from "lit";
import type { News } from "../../alerts/news.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { tokenStyles } from "../../theme/tokens.styles.ts";
import { define, emit } from "../element.ts";
import { closeIcon, sparkIcon } from "../icons.ts";
import { initialsOf } from "../initials.ts";
import { previewStyles } from "./preview.styles.ts";

/** Then it has been seen or is in the way; the badge stays. */
const shownMs = 30_000;

/**
 * Who answered and how the answer begins, beside the launcher while the chat is closed.
 *
 * Properties: `news`, `locale`; attributes `mode`, `position` as of the panel.
 * Events: `parley-preview-open`; `parley-preview-close`, with `byKey`.
 * Parts: `preview`.
 */
class PreviewComponent extends LitElement {
  static override styles = [tokenStyles, baseStyles, previewStyles];
  static override properties = { news: { attribute: false }, locale: { attribute: false }, _spoken: { state: true } };

  #timer: ReturnType<typeof setTimeout> | undefined;

  declare private _spoken: string;

  declare news: News | undefined;
  declare locale: Locale;

  constructor() {
    super();
    this._spoken = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has("news")) return;
    clearTimeout(this.#timer);
    // Into a region that is there already: only then is it spoken.
    this._spoken = this.news ? `${this.news.name}: ${this.news.text}` : "";
    if (this.news) this.#wait();
  }

  /** Nobody loses what they are about to press. */
  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.matches(":hover, :focus-within")) this.#wait();
      else this.#close(false);
    }, shownMs);
  }

  #close(byKey: boolean): void {
    emit(this, "parley-preview-close", { byKey });
  }

  /** A key was pressed here, or on the launcher. */
  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.news) return;
    event.stopPropagation();
    this.#close(true);
  };

  protected override render() {
    const { news, locale } = this;
    if (!locale) return nothing;
    return html`<div dir=${locale.direction} lang=${locale.tag}>
      <p class="only-spoken" role="status">${this._spoken}</p>
      ${news ? this.#renderNews(news) : nothing}
    </div>`;
  }

  #renderNews({ name, isPerson, text }: News) {
    const { say } = this.locale;
    return html`<div class="preview edged" part="preview" @keydown=${this.onKeydown}>
      <button class="open" type="button" @click=${() => emit(this, "parley-preview-open", undefined)}>
        <span class="face" aria-hidden="true">${isPerson ? initialsOf(name) : sparkIcon}</span>
        <span class="words">
          <b><bdi>${name}</bdi></b>
          <span class="text" dir="auto">${text}</span>
        </span>
      </button>
      <button class="icon-button" type="button" aria-label=${say("hidePreview")}
        @click=${({ detail }: MouseEvent) => this.#close(detail === 0)}>${closeIcon}</button>
    </div>`;
  }
}

define("parley-preview", PreviewComponent);

export type { PreviewComponent };
