import { html, LitElement, nothing } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { showWhole } from "../actions/show-whole.ts";
import { define, emit } from "../element.ts";
import { fieldStyles, formStyles } from "../form.styles.ts";
import { thumbDownIcon, thumbUpIcon } from "../thread-icons.ts";
import { feedbackStyles } from "./feedback.styles.ts";

/** The visitor's rating of an answer. */
export interface RateDetail {
  rating: "up" | "down";
  reason?: string;
}

/** Longest reason, in characters; the protocol's limit. */
const maxReasonChars = 1_000;

/**
 * Thumbs up and down for one answer; the visitor can add a reason to a thumb down.
 *
 * Properties: `rating`, `locale`.
 * Events: `parley-rate` with `RateDetail`: at once for the thumb, and again if a reason follows.
 * Slots: default and `after`, for other small buttons before and behind them in the same row.
 */
class FeedbackComponent extends LitElement {
  static override styles = [baseStyles, formStyles, fieldStyles, feedbackStyles];
  static override properties = {
    rating: {},
    locale: { attribute: false },
    _step: { state: true },
  };

  declare private _step: "none" | "asking" | "thanked";

  declare rating: "up" | "down" | undefined;
  declare locale: Locale;

  constructor() {
    super();
    this._step = "none";
    this.rating = undefined;
  }

  #rate(rating: "up" | "down"): void {
    if (rating === this.rating) return;
    emit<RateDetail>(this, "parley-rate", { rating });
    this._step = rating === "down" ? "asking" : "thanked";
    if (rating === "down")
      void this.updateComplete.then(() => {
        this.#reasonField()?.focus({ preventScroll: true });
        showWhole(this.renderRoot.querySelector("form"));
      });
  }

  #submit(event: Event): void {
    event.preventDefault();
    const reason = this.#reasonField()?.value.trim() ?? "";
    if (reason !== "") emit<RateDetail>(this, "parley-rate", { rating: "down", reason });
    this.#close();
  }

  #close(): void {
    this._step = "thanked";
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(".down")?.focus());
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.#close();
  }

  #reasonField(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector("textarea");
  }

  #renderThumb(rating: "up" | "down") {
    const isUp = rating === "up";
    return html`<button
      class="icon-button ${rating}"
      type="button"
      aria-label=${this.locale.say(isUp ? "helpful" : "notHelpful")}
      aria-pressed=${this.rating === rating}
      @click=${() => this.#rate(rating)}
    >
      ${isUp ? thumbUpIcon : thumbDownIcon}
    </button>`;
  }

  #renderReason() {
    const { say } = this.locale;
    return html`<form @submit=${this.#submit} @keydown=${this.#onKeydown}>
      <label for="reason">${say("feedbackAsk")}</label>
      <textarea id="reason" rows="2" maxlength=${maxReasonChars}></textarea>
      <div class="row">
        <button class="send" type="submit">${say("feedbackSend")}</button>
        <button class="text-button" type="button" @click=${this.#close}>${say("feedbackSkip")}</button>
      </div>
    </form>`;
  }

  protected override render() {
    return html`<div class="thumbs">
        <slot></slot>
        ${this.#renderThumb("up")} ${this.#renderThumb("down")} <slot name="after"></slot>
        <span class="thanks" role="status">
          ${this._step === "thanked" ? this.locale.say("feedbackThanks") : nothing}
        </span>
      </div>
      ${this._step === "asking" ? this.#renderReason() : nothing}`;
  }
}

define("parley-feedback", FeedbackComponent);
