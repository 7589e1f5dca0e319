import { html, LitElement, nothing } from "lit";
import type { AnswerBasis, BasisSource, ReportState } from "../../../../protocol/answer-basis.ts";
import { type Caller, readBasis, reportAnswer } from "../../client/answers.ts";
import type { Locale } from "../../i18n/locale.ts";
import type { Texts } from "../../i18n/texts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { showWhole } from "../actions/show-whole.ts";
import { define } from "../element.ts";
import { fieldStyles } from "../form.styles.ts";
import { alertIcon, sparkIcon } from "../icons.ts";
import { problemStyles } from "../problem.styles.ts";
import { whyStyles } from "./why.styles.ts";

/** Longest sentence about what is wrong, in characters; the protocol's limit. */
const maxReportChars = 300;

/**
 * Why the assistant gave an answer: its sources with their versions, the parts that were not found, and that an AI wrote it. The
 * visitor can report the answer as wrong, with a sentence.
 *
 * Properties: `answerId`, `words`, `locale`, `client`.
 */
class WhyComponent extends LitElement {
  static override styles = [baseStyles, problemStyles, fieldStyles, whyStyles];
  static override properties = {
    answerId: { attribute: false },
    words: { attribute: false },
    locale: { attribute: false },
    client: { attribute: false },
    _basis: { state: true },
    _step: { state: true },
  };

  declare private _basis: AnswerBasis | "loading" | "failed";
  declare private _step: "shown" | "asking" | "sending" | "failed";

  declare answerId: string;
  declare words: Texts["why"];
  declare locale: Locale;
  declare client: Caller;

  constructor() {
    super();
    this._basis = "loading";
    this._step = "shown";
  }

  protected override firstUpdated(): void {
    void this.#load();
  }

  async #load(): Promise<void> {
    this._basis = "loading";
    this._basis = await readBasis(this.client, this.answerId).catch(() => "failed" as const);
    await this.updateComplete;
    showWhole(this.renderRoot.querySelector("section"));
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }

  #open(): void {
    this._step = "asking";
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector("textarea")?.focus({ preventScroll: true });
      showWhole(this.renderRoot.querySelector("form"));
    });
  }

  #close(): void {
    if (this._step === "sending") return;
    this._step = "shown";
    this.#focus(".wrong");
  }

  async #send(event: Event): Promise<void> {
    event.preventDefault();
    const basis = this._basis;
    if (this._step === "sending" || typeof basis === "string") return;
    const text = this.renderRoot.querySelector("textarea")?.value.trim() ?? "";
    this._step = "sending";
    try {
      this._basis = { ...basis, report: await reportAnswer(this.client, { id: this.answerId, text }) };
      this._step = "shown";
      this.#focus(".report");
    } catch {
      this._step = "failed";
    }
  }

  /** Escape closes the form first, then the panel. */
  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this._step === "shown") return;
    event.stopPropagation();
    this.#close();
  }

  /** A date in the visitor's language; a version's time of day says nothing. */
  #date(at: string): string {
    const date = new Date(at);
    return Number.isNaN(date.getTime())
      ? ""
      : new Intl.DateTimeFormat(this.locale.tag, { dateStyle: "medium" }).format(date);
  }

  #placeOf({ type, version, dated }: BasisSource): string {
    const { words, locale } = this;
    if (type === "tool" && dated) return words.lookedUp.replace("{date}", locale.moment(dated));
    if (version === null || !dated) return words.gone;
    return words.version.replace("{n}", String(version)).replace("{date}", this.#date(dated));
  }

  #renderSource(source: BasisSource) {
    const isOlder = source.version !== null && !source.is_current;
    return html`<li>
      <span class="indexes" aria-hidden="true">${source.indexes.join(", ")}</span>
      <span class="source">
        <bdi class="title">${source.title}</bdi>
        <span class="place">${this.#placeOf(source)}${isOlder ? html`<br />${this.words.older}` : nothing}</span>
      </span>
    </li>`;
  }

  #renderParts(title: string, parts: readonly string[]) {
    if (parts.length === 0) return nothing;
    return html`<p class="label">${title}</p>
      <ul class="parts" aria-label=${title}>
        ${parts.map((part) => html`<li dir="auto">${part}</li>`)}
      </ul>`;
  }

  #renderForm() {
    const { words, _step: step } = this;
    return html`<form novalidate @submit=${this.#send} @keydown=${this.#onKeydown}>
      <label for="text">${words.wrongAsk}</label>
      <textarea id="text" rows="2" dir="auto" maxlength=${maxReportChars}></textarea>
      <div role="alert">${step === "failed" ? html`<p class="problem">${words.notSent}</p>` : nothing}</div>
      <p class="buttons">
        <button class="send" type="submit" aria-disabled=${step === "sending"}>${words.send}</button>
        <button class="text-button" type="button" @click=${this.#close}>${words.cancel}</button>
      </p>
    </form>`;
  }

  #renderReport(report: ReportState | null | undefined) {
    const { words } = this;
    if (report) {
      const { [report.state]: text = words.reported } = { ...words, open: words.reported };
      return html`<p class="report" role="status" tabindex="-1">${text}</p>`;
    }
    if (this._step !== "shown") return this.#renderForm();
    return html`<p><button class="text-button wrong" type="button" @click=${this.#open}>${words.wrong}</button></p>`;
  }

  #renderBasis({ report, sources, missing, unsupported }: AnswerBasis) {
    const { words } = this;
    return html`${
      sources.length === 0
        ? html`<p>${words.none}</p>`
        : html`<p class="label">${words.from}</p>
            <ul class="sources" aria-label=${words.from}>
              ${sources.map((source) => this.#renderSource(source))}
            </ul>`
    }
    ${this.#renderParts(words.missing, missing)} ${this.#renderParts(words.unsupported, unsupported)}
    ${this.#renderReport(report)}`;
  }

  #renderLoaded() {
    const basis = this._basis;
    if (basis === "loading") return html`<p role="status">${this.locale.say("loading")}</p>`;
    if (basis === "failed")
      return html`<div class="failure" role="alert">
        ${alertIcon}
        <p>${this.words.failed}</p>
        <button type="button" @click=${this.#load}>${this.locale.say("retry")}</button>
      </div>`;
    return this.#renderBasis(basis);
  }

  protected override render() {
    return html`<section class="why edged" aria-label=${this.words.ask}>
      <p class="ai">${sparkIcon}<span>${this.words.ai}</span></p>
      ${this.#renderLoaded()}
    </section>`;
  }
}

define("parley-why", WhyComponent);
