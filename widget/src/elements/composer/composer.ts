import { html, LitElement, nothing, type PropertyValues } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit } from "../element.ts";
import { attachIcon, sendIcon, stopIcon } from "../icons.ts";
import { composerStyles } from "./composer.styles.ts";

/** Same as `maxMessageChars` in the protocol; a test compares them. */
export const longestMessageChars = 8_000;
/** With this many characters left or fewer, the counter appears. Below zero the text is not cut off, but it cannot be sent. */
const charsLeftShown = 500;
/** About six lines; a longer text scrolls. */
const maxFieldHeightPx = 160;

/**
 * The field for a message, with a button that sends it or, while a turn is at work and nothing is written, stops the turn.
 *
 * Properties: `text` (as written so far), `locale`, `busy` (a turn can be stopped), `placeholder`, `files`: how many the message takes along,
 * undefined where none may be sent.
 * Events: `parley-send` with `{content}`, `parley-stop`, `parley-attach` for files to be chosen.
 * Parts: `composer`, `input`, `send-button`.
 */
class ComposerComponent extends LitElement {
  static override styles = [baseStyles, composerStyles];
  static override properties = {
    locale: { attribute: false },
    busy: { type: Boolean },
    placeholder: {},
    files: { attribute: false },
    text: { state: true },
  };

  /** Text in the field. */
  declare text: string;
  declare locale: Locale;
  declare busy: boolean | undefined;
  declare placeholder: string | undefined;
  declare files: number | undefined;

  constructor() {
    super();
    this.text = "";
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has("text")) return;
    if (this.#field && this.#field.value !== this.text) this.#field.value = this.text;
    this.#fit();
  }

  get #field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector("textarea");
  }

  /** Sets the field's height to that of its text. */
  #fit(): void {
    const field = this.#field;
    if (!field) return;
    field.style.height = "auto";
    // Measures nothing for an empty field, whose height is fixed, or while the panel is hidden.
    if (this.text !== "") field.style.height = `${Math.min(field.scrollHeight, maxFieldHeightPx)}px`;
  }

  #onKeydown(event: KeyboardEvent): void {
    // During composition of a character (Japanese, Chinese, Korean), the input method handles Enter.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.#send();
  }

  #onSubmit(event: Event): void {
    event.preventDefault();
    this.#send();
    this.focus();
  }

  #send(): void {
    const content = this.text.trim();
    if (this.#isBlocked) return;
    this.text = "";
    emit(this, "parley-send", { content });
  }

  get #isEmpty(): boolean {
    return this.text.trim() === "" && !this.files;
  }

  get #isBlocked(): boolean {
    return this.#isEmpty || this.text.length > longestMessageChars;
  }

  #renderAttach() {
    return this.files === undefined
      ? nothing
      : html`<button
          class="icon-button"
          type="button"
          aria-label=${this.locale.say("attach")}
          @click=${() => emit(this, "parley-attach", undefined)}
        >
          ${attachIcon}
        </button>`;
  }

  #renderButton() {
    const { say } = this.locale;
    if (this.busy && this.#isEmpty) {
      return html`<button
        class="round stop"
        part="stop-button"
        type="button"
        aria-label=${say("stop")}
        title=${say("stop")}
        @click=${() => emit(this, "parley-stop", undefined)}
      >
        ${stopIcon}
      </button>`;
    }
    return html`<button
      class="round"
      part="send-button"
      type="submit"
      aria-label=${say("send")}
      title=${say("send")}
      ?disabled=${this.#isBlocked}
    >
      ${sendIcon}
    </button>`;
  }

  #renderLeft() {
    const { say, tag } = this.locale;
    const left = longestMessageChars - this.text.length;
    if (left > charsLeftShown) return nothing;
    const text = left < 0 ? say("charsOver", { n: (-left).toLocaleString(tag) }) : say("charsLeft", { n: left });
    return html`<p class="left ${left < 0 ? "over" : ""}" role="status">${text}</p>`;
  }

  /** Replaces the text in the field. */
  write(text: string): void {
    this.text = text;
  }

  override focus(): void {
    this.#field?.focus({ preventScroll: true });
  }

  protected override render() {
    return html`<form part="composer" @submit=${this.#onSubmit}>
      <div class="frame edged-field">
        <textarea
          part="input"
          rows="1"
          dir=${this.text === "" ? nothing : "auto"}
          enterkeyhint="send"
          aria-label=${this.locale.say("message")}
          placeholder=${this.placeholder}
          @keydown=${this.#onKeydown}
          @input=${() => {
            this.text = this.#field?.value ?? "";
          }}
        ></textarea>
        ${this.#renderAttach()} ${this.#renderButton()}
      </div>
      ${this.#renderLeft()}
    </form>`;
  }
}

define("parley-composer", ComposerComponent);

export type { ComposerComponent };
