import { html, LitElement, nothing } from "lit";
import type { ResolutionResponse } from "../../../../protocol/visitor-tickets.ts";
import { mouths } from "../../../../ui/rating/mouths.ts";
import { ApiError } from "../../client/api.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Asked } from "../../client/send.ts";
import { toResolution } from "../../client/visitor-tickets.ts";
import type { Locale } from "../../i18n/locale.ts";
import { loadTexts, type Texts } from "../../i18n/texts.ts";
import { Part } from "../../panel/part.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit, focusPanel } from "../element.ts";
import { fieldStyles, formStyles } from "../form.styles.ts";
import { icon } from "../icons.ts";
import { afterStyles } from "./after.styles.ts";
import "../earlier/earlier.ts";

const textFiles = import.meta.glob<Pick<Texts, "after">>("./*.json", { base: "../../i18n/languages", query: "?after" });

/** From very bad to very good. */
const meanings: readonly (keyof Texts["after"])[] = ["rate1", "rate2", "rate3", "rate4", "rate5"];
const faces = mouths.map((mouth) => icon(`M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M9 9.5h.01M15 9.5h.01${mouth}`, 30));

/** Limits of the protocol. */
const maxCommentChars = 1_000;
const maxEmailChars = 254;

/**
 * What can be done after a conversation has ended: rate it, have it sent, go on or begin anew. Before that it can be sent, or ended.
 *
 * Properties: `client`, `locale`, `isOpen` (`email` or `end`: what is offered of a conversation that nobody has ended).
 * Events: `parley-start-over` for a new conversation, `parley-keep` when it is not to end.
 * Parts: `after`.
 */
class AfterComponent extends LitElement {
  static override styles = [baseStyles, formStyles, fieldStyles, afterStyles];
  static override properties = {
    client: { attribute: false },
    locale: { attribute: false },
    isOpen: { attribute: false },
    _words: { state: true },
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
  declare private _problem: string | null;
  declare private _words: Texts["after"] | undefined;
  #email = "";

  declare client: Pick<ChatClient, "access">;
  declare locale: Locale;
  declare isOpen: "email" | "end" | undefined;

  constructor() {
    super();
    this.isOpen = undefined;
    this._words = undefined;
    this._can = null;
    this._score = null;
    this._rating = "open";
    this._mail = "closed";
    this._problem = null;
  }

  protected override firstUpdated(): void {
    void this.#load();
  }

  #ask = async (...asked: Asked): Promise<unknown> => (await parts.stream.load()).ask(this.client.access, ...asked);

  /** When the request fails, only a new conversation is offered. */
  async #load(): Promise<void> {
    const [answer, { after }] = await Promise.all([
      this.#ask("resolution").catch(() => null),
      new Part(() => loadTexts(textFiles, this.locale.tag)).load(),
    ]);
    this._words = after;
    this._can = toResolution(answer);
    this._score = this._can.rating?.score ?? null;
    if (this._score !== null) this._rating = "thanked";
    this.#email = this._can.transcript?.email ?? "";
    if (this.isOpen === "email") this.#openEmail();
    if (this.isOpen === "end") this.#focus(".send");
  }

  async #rate(score: number): Promise<void> {
    if (this._score !== null) return;
    this._score = score;
    this._rating = "words";
    const isTold = await this.#ask("rating", { score }).then(
      () => true,
      // The visitor has already rated in another tab.
      (error: unknown) => error instanceof ApiError && error.code === "already_answered",
    );
    if (isTold) return;
    this._score = null;
    this._rating = "open";
    this._problem = this.locale.say("errorBusy");
  }

  async #end(): Promise<void> {
    this._problem = null;
    await this.#ask("end", {}).catch(() => {
      this._problem = this.locale.say("errorBusy");
    });
    if (!this._problem) focusPanel();
  }

  #addWords(event: Event): void {
    event.preventDefault();
    const comment = this.renderRoot.querySelector("textarea")?.value.trim() ?? "";
    if (comment !== "") void this.#ask("rating", { score: this._score, comment }).catch(() => undefined);
    this.#thank();
  }

  /** Removes the form and keeps the focus on the chosen score. */
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
      this._problem =
        this._words?.[error instanceof ApiError && error.status === 429 ? "mailLater" : "mailFailed"] ?? null;
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
      this._problem = (isOver && this._words?.reopenOver) || this.locale.say("errorBusy");
      if (isOver && this._can) this._can = { ...this._can, reopen_until: null };
    });
    if (!this._problem) focusPanel();
  }

  #renderRating(words: Texts["after"]) {
    const { say } = this.locale;
    return html`<div class="faces" role="group" aria-label=${words.rateAsk}>
        <p class="ask" aria-hidden="true">${words.rateAsk}</p>
        ${meanings.map(
          (meaning, index) => html`<button
            type="button"
            aria-label=${words[meaning]}
            title=${words[meaning]}
            aria-pressed=${this._score === index + 1}
            ?disabled=${this._score !== null && this._score !== index + 1}
            @click=${() => this.#rate(index + 1)}
          >
            ${faces[index]}
          </button>`,
        )}
      </div>
      ${this._rating === "words" ? this.#renderWords(words) : nothing}
      <p class="told" role="status">${this._rating === "thanked" ? say("feedbackThanks") : nothing}</p>`;
  }

  #renderWords(words: Texts["after"]) {
    const { say } = this.locale;
    return html`<form @submit=${this.#addWords}>
      <label for="words">${words.rateWords}</label>
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
    const { isOpen, _words: words } = this;
    if (!this._can || !words) return nothing;
    const { rating, transcript, reopen_until: until } = this._can;
    const mail = transcript ? this.#renderEmail() : nothing;
    return html`<section class="after" part="after">
      ${rating && !isOpen ? this.#renderRating(words) : nothing}
      ${isOpen === "end" ? this.#renderEnd(words) : isOpen ? mail : this.#renderWays(words, until, mail)}
      <p class="told" role="status">${this._mail === "sent" ? words.mailSent.replace("{email}", () => this.#email) : nothing}</p>
      <p class="problem" role="alert">${this._problem}</p>
    </section>`;
  }

  #renderEnd({ endAsk, endNo }: Texts["after"]) {
    return html`<p class="ask">${endAsk}</p>
      <div class="ways">
        <button class="send" type="button" @click=${this.#end}>${this.locale.say("endTalk")}</button>
        <button class="text-button" type="button" @click=${() => emit(this, "parley-keep", undefined)}>${endNo}</button>
      </div>`;
  }

  /** One way on: with this conversation while that is possible, else with a new one. */
  #renderWays({ reopen }: Texts["after"], until: string | null, mail: unknown) {
    return html`<div class="ways">
        <button class="send" type="button" @click=${until ? this.#reopen : this.#startOver}>
          ${until ? reopen : this.locale.say("newTicket")}
        </button>
        ${mail}
      </div>`;
  }
}

define("parley-after", AfterComponent);
