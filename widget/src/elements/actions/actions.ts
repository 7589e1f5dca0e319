import { html, LitElement, nothing } from "lit";
import type { Caller } from "../../client/answers.ts";
import type { Locale } from "../../i18n/locale.ts";
import type { Texts } from "../../i18n/texts.ts";
import { loadWhyTexts } from "../../i18n/why-texts.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { MessageItem } from "../../view/state.ts";
import { define, emit } from "../element.ts";
import { checkIcon, copyIcon } from "../thread-icons.ts";
import { actionsStyles } from "./actions.styles.ts";
import "../feedback/feedback.ts";
import "../outcome/outcome.ts";

/** Time for which the button shows that the text was copied, in ms. */
const copiedShownMs = 1_500;

/**
 * What a visitor can do with an answer: rate it, copy it, and see why it was given.
 *
 * Properties: `item`, `locale`, `client`.
 * Events: `parley-rate` with the answer's id.
 */
class ActionsComponent extends LitElement {
  static override styles = [baseStyles, actionsStyles];
  static override properties = {
    item: { attribute: false },
    locale: { attribute: false },
    client: { attribute: false },
    _isCopied: { state: true },
    _isOpen: { state: true },
    _words: { state: true },
  };

  #copiedTimer: ReturnType<typeof setTimeout> | undefined;

  declare private _isCopied: boolean;
  declare private _isOpen: boolean;
  declare private _words: Texts["why"] | undefined;

  declare item: MessageItem;
  declare locale: Locale;
  /** Absent for an answer that no server explains. */
  declare client: Caller | undefined;

  constructor() {
    super();
    this._isCopied = false;
    this._isOpen = false;
    this._words = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#copiedTimer);
  }

  /** Without its words the panel is not offered. */
  protected override firstUpdated(): void {
    if (!this.client) return;
    void loadWhyTexts(this.locale.tag).then(
      (words) => {
        this._words = words;
      },
      () => undefined,
    );
  }

  async #copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(this.item.content).then(
      () => true,
      () => false,
    );
    if (!isCopied) return;
    this._isCopied = true;
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => {
      this._isCopied = false;
    }, copiedShownMs);
  }

  #onRate(event: CustomEvent): void {
    event.stopPropagation();
    emit(this, "parley-rate", { id: this.item.id, ...event.detail });
  }

  /** Escape closes the panel, not the chat. */
  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this._isOpen) return;
    event.stopPropagation();
    this._isOpen = false;
    this.renderRoot.querySelector<HTMLElement>(".ask")?.focus();
  }

  #renderCopy() {
    if (!navigator.clipboard) return nothing;
    const { say } = this.locale;
    return html`<button class="icon-button copy" type="button" aria-label=${say("copy")} @click=${this.#copy}>
        ${this._isCopied ? checkIcon : copyIcon}
      </button>
      <span class="only-spoken" role="status">${this._isCopied ? say("copied") : nothing}</span>`;
  }

  #renderAsk() {
    if (!this._words) return nothing;
    return html`<button
      class="ask"
      slot="after"
      type="button"
      aria-expanded=${this._isOpen}
      aria-controls="why"
      @click=${() => {
        this._isOpen = !this._isOpen;
      }}
    >
      ${this._words.ask}
    </button>`;
  }

  #renderWhy() {
    if (!this._isOpen || !this._words) return nothing;
    void parts.why.load();
    return html`<parley-why .answerId=${this.item.id} .words=${this._words} .locale=${this.locale} .client=${this.client}></parley-why>`;
  }

  protected override render() {
    return html`<div @keydown=${this.#onKeydown}>
      <parley-feedback .rating=${this.item.rating} .locale=${this.locale} @parley-rate=${this.#onRate}>
        ${this.#renderCopy()} ${this.#renderAsk()}
      </parley-feedback>
      <div id="why">${this.#renderWhy()}</div>
    </div>`;
  }
}

define("parley-actions", ActionsComponent);
