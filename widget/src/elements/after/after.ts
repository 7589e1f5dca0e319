import { html, LitElement, nothing } from "lit";
import type { ResolutionResponse } from "../../../../protocol/visitor-tickets.ts";
import { isRecord } from "../../../../ui/events/shapes.ts";
import { mouths } from "../../../../ui/rating/mouths.ts";
import { ApiError } from "../../client/api.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Asked } from "../../client/send.ts";
import type { Locale } from "../../i18n/locale.ts";
import type { StringKey } from "../../i18n/texts.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit, focusPanel } from "../element.ts";
import { fieldStyles, formStyles } from "../form.styles.ts";
import { icon } from "../icons.ts";
import { afterStyles } from "./after.styles.ts";
import "../earlier/earlier.ts";

/** From very bad to very good. */
const meanings: readonly StringKey[] = ["rate1", "rate2", "rate3", "rate4", "rate5"];
const faces = mouths.map((mouth) => icon(`M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M9 9.5h.01M15 9.5h.01${mouth}`, 30));

/** The protocol's limits. */
const maxCommentChars = 1_000;
const maxEmailChars = 254;

/**
 * What can be done after a conversation has ended: say how it went, have it sent, go on or begin anew. Before that it can be sent.
 *
 * Properties: `client`, `locale`, `isMailOnly`.
 * Events: `parley-start-over` for a new conversation.
 * Parts: `after`.
 */
class AfterComponent extends LitElement {
  static override styles = [baseStyles, formStyles, fieldStyles, afterStyles];
  static override properties = {
    client: { attribute: false },
    locale: { attribute: false },
    isEmailOnly: { attribute: false },
    _can: { state: true },
    _score: { state: true },
    _rating: { state: true },
    _mail: { state: true },
    _problem: { state: true },
  };

  declare private _can: ResolutionResponse | null;
  declare private _score: number | null;
  declare private _rating: "open" | "words" | "thanked";
  declare private _mail: "closed" | "open" | "sending" | "sent";
  declare private _problem: StringKey | null;
  #email = "";

  declare client: Pick<ChatClient, "access">;
  declare locale: Locale;
  declare isEmailOnly: boolean;

  constructor() {
    super();
    this.isEmailOnly = false;
    this._can = null;
    this._score = null;
    this._rating = "open";
    this._mail = "closed";
    this._problem = null;
  }

  protected override firstUpdated(): void {
    void this.#load();
  }

  async #ask(...asked: Asked): Promise<unknown> {
    const { ask } = await parts.stream.load();
    return ask(this.client.access, ...asked);
  }

  /** What cannot be asked about is not offered; a new conversation always is. */
  async #load(): Promise<void> {
    const answer = await this.#ask("resolution").catch(() => null);
    this._can = toResolution(answer);
    this._score = this._can.rating?.score ?? null;
    if (this._score !== null) this._rating = "thanked";
    this.#email = this._can.transcript?.email ?? "";
    if (this.isEmailOnly) this.#openEmail();
  }

  async #rate(score: number): Promise<void> {
    if (this._score !== null) return;
    this._score = score;
    this._rating = "words";
    const isTold = await this.#ask("rating", { score }).then(
      () => true,
      // Told before, by this visitor in another tab.
      (error: unknown) => error instanceof ApiError && error.code === "already_answered",
    );
    if (isTold) return;
    this._score = null;
    this._rating = "open";
    this._problem = "errorBusy";
  }

  #addWords(event: Event): void {
    event.preventDefault();
    const comment = this.renderRoot.querySelector("textarea")?.value.trim() ?? "";
    if (comment !== "") void this.#ask("rating", { score: this._score, comment }).catch(() => undefined);
    this.#thank();
  }

  /** The form goes, and the keyboard stays. */
  #thank(): void {
    this._rating = "thanked";
    this.#focus("[aria-pressed=true]");
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }

  async #send(event: Event): Promise<void> {
    event.preventDefault();
    const field = this.renderRoot.querySelector<HTMLInputElement>("input[type=email]");
    this.#email = field?.value.trim() ?? "";
    this._mail = "sending";
    this._problem = null;
    try {
      await this.#ask("transcript", { email: this.#email });
      this._mail = "sent";
      this.#focus(".ways button");
    } catch (error) {
      this._mail = "open";
      this._problem = error instanceof ApiError && error.status === 429 ? "mailLater" : "mailFailed";
    }
  }

  #openEmail(): void {
    this._mail = "open";
    this.#focus("input");
  }

  #startOver(): void {
    emit(this, "parley-start-over", undefined);
    focusPanel();
  }

  async #reopen(): Promise<void> {
    this._problem = null;
    await this.#ask("reopen", {}).catch((error: unknown) => {
      const isOver = error instanceof ApiError && error.code === "ticket_closed";
      this._problem = isOver ? "reopenOver" : "errorBusy";
      if (isOver && this._can) this._can = { ...this._can, reopen_until: null };
    });
    if (!this._problem) focusPanel();
  }

  #renderRating() {
    const { say } = this.locale;
    return html`<div class="faces" role="group" aria-label=${say("rateAsk")}>
        <p class="ask" aria-hidden="true">${say("rateAsk")}</p>
        ${meanings.map(
          (meaning, index) => html`<button
            type="button"
            aria-label=${say(meaning)}
            title=${say(meaning)}
            aria-pressed=${this._score === index + 1}
            ?disabled=${this._score !== null && this._score !== index + 1}
            @click=${() => this.#rate(index + 1)}
          >
            ${faces[index]}
          </button>`,
        )}
      </div>
      ${this._rating === "words" ? this.#renderWords() : nothing}
      <p class="told" role="status">${this._rating === "thanked" ? say("feedbackThanks") : nothing}</p>`;
  }

  #renderWords() {
    const { say } = this.locale;
    return html`<form @submit=${this.#addWords}>
      <label for="words">${say("rateWords")}</label>
      <textarea id="words" rows="2" dir="auto" maxlength=${maxCommentChars}></textarea>
      <div class="buttons">
        <button class="send" type="submit">${say("feedbackSend")}</button>
        <button class="text-button" type="button" @click=${() => this.#thank()}>${say("feedbackSkip")}</button>
      </div>
    </form>`;
  }

  #renderEmail() {
    const { say } = this.locale;
    if (this._mail === "closed")
      return html`<button class="text-button" type="button" @click=${this.#openEmail}>${say("mail")}</button>`;
    if (this._mail === "sent") return nothing;
    return html`<form @submit=${this.#send}>
      <label for="email">${say("mailAddress")}</label>
      <input id="email" type="email" required dir="ltr" autocomplete="email" maxlength=${maxEmailChars} .value=${this.#email} />
      <div class="buttons">
        <button class="send" type="submit" ?disabled=${this._mail === "sending"}>${say("mail")}</button>
      </div>
    </form>`;
  }

  protected override render() {
    const { say } = this.locale;
    if (!this._can) return nothing;
    const { rating, transcript, reopen_until: until } = this._can;
    const mail = transcript ? this.#renderEmail() : nothing;
    return html`<section class="after" part="after">
      ${rating && !this.isEmailOnly ? this.#renderRating() : nothing}
      ${this.isEmailOnly ? mail : this.#renderWays(until, mail)}
      <p class="told" role="status">${this._mail === "sent" ? say("mailSent", { email: this.#email }) : nothing}</p>
      <p class="problem" role="alert">${this._problem ? say(this._problem) : nothing}</p>
    </section>`;
  }

  #renderWays(until: string | null, mail: unknown) {
    const { say } = this.locale;
    return html`<div class="ways">
        ${until ? html`<button class="text-button" type="button" @click=${this.#reopen}>${say("reopen")}</button>` : nothing}
        <button class="text-button" type="button" @click=${this.#startOver}>
          ${say("newTicket")}
        </button>
        ${mail}
      </div>`;
  }
}

/** What the server's answer offers, as far as it is one. */
function toResolution(answer: unknown): ResolutionResponse {
  if (!isRecord(answer)) return { reopen_until: null, rating: null, transcript: null };
  const { reopen_until: until, rating, transcript } = answer;
  const score = isRecord(rating) ? rating["score"] : null;
  const email = isRecord(transcript) ? transcript["email"] : null;
  return {
    reopen_until: typeof until === "string" ? until : null,
    rating: isRecord(rating) ? { score: typeof score === "number" ? score : null } : null,
    transcript: isRecord(transcript) ? { email: typeof email === "string" ? email : null } : null,
  };
}

define("parley-after", AfterComponent);
