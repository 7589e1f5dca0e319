import { html, LitElement, nothing, type PropertyValues } from "lit";
import type { News } from "../../alerts/news.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { tokenStyles } from "../../theme/tokens.styles.ts";
import { define, emit } from "../element.ts";
import { closeIcon, sparkIcon } from "../icons.ts";
import { initialsOf } from "../initials.ts";
import { previewStyles } from "./preview.styles.ts";

/** Time until the preview closes, in ms: by then the visitor has seen it, or it is in the way. The badge stays. */
const shownMs = 30_000;

/**
 * The author and the beginning of a reply, beside the launcher while the chat is closed.
 *
 * Properties: `news`, `locale`; attributes `mode`, `position` as on the panel.
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
    // The region exists before its text, so that screen readers announce the text.
    this._spoken = this.news ? `${this.news.name}: ${this.news.text}` : "";
    if (this.news) this.#wait();
  }

  /** Waits longer while the pointer or the focus is on the preview. */
  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.matches(":hover, :focus-within")) this.#wait();
      else this.#close(false);
    }, shownMs);
  }

  #close(byKey: boolean): void {
    emit(this, "parley-preview-close", { byKey });
  }

  /** Handles a key press on the preview or on the launcher. */
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
