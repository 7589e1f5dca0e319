import { html, LitElement, nothing, type PropertyValues } from "lit";
import type { FormField, VisitorForm } from "../../../../protocol/form.ts";
import { answerProblem } from "../../../../protocol/form-check.ts";
import { isInitResponse, isRecord } from "../../../../ui/events/shapes.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { ApiError } from "../../client/api.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { loadTexts, type Texts } from "../../i18n/texts.ts";
import { Part } from "../../panel/part.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define } from "../element.ts";
import { fieldStyles, formStyles } from "../form.styles.ts";
import { alertIcon } from "../icons.ts";
import { askStyles } from "./form.styles.ts";
import { renderField } from "./form-fields.ts";
import "../reach/reach.ts";

const textFiles = import.meta.glob<Pick<Texts, "form">>("./*.json", { base: "../../i18n/languages", query: "?form" });

/** Key of the consent beside the field ids, which begin with a letter. */
const consentKey = "0";

/**
 * The tenant's form, which the visitor answers before the chat continues. Belongs in a timeline inside a panel, which gets the focus back.
 *
 * Properties: `client`, `locale`, `form`, `ticketId`.
 * Parts: `form`.
 */
class FormComponent extends LitElement {
  static override styles = [baseStyles, formStyles, fieldStyles, askStyles];
  static override properties = {
    client: { attribute: false },
    locale: { attribute: false },
    form: { attribute: false },
    ticketId: { attribute: false },
    _words: { state: true },
    _problems: { state: true },
    _phase: { state: true },
  };

  declare private _words: Texts["form"] | undefined;
  declare private _problems: Partial<Record<string, "missing" | "wrong">>;
  declare private _phase: "open" | "sending" | "failed" | "changed";
  #values: Record<string, string> = {};

  declare client: Pick<ChatClient, "access" | "kept" | "filled" | "start">;
  declare locale: Locale;
  declare form: VisitorForm;
  declare ticketId: string;

  constructor() {
    super();
    this._words = undefined;
    this._problems = {};
    this._phase = "open";
  }

  protected override firstUpdated(): void {
    void new Part(() => loadTexts(textFiles, this.locale.tag)).load().then(async ({ form: words }) => {
      this._words = words;
      await this.#atEnd();
      this.#showStart(this);
      // Takes the focus after the visitor has sent a message. Does not interrupt a visitor who is writing to an agent.
      if (this.form.when === "start" && this.#panel?.shadowRoot?.activeElement) this.#focusField();
    });
  }

  /** Values typed before the page was left, otherwise the page's own values. */
  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("form")) return;
    const { kept, filled } = this.client;
    const given = isRecord(filled) ? filled : {};
    this.#values = Object.fromEntries(
      this.form.fields.map((field) => [field.id, typedText(kept.form[field.id]) ?? fitting(field, given[field.id])]),
    );
  }

  /** The panel that contains the timeline of this form. */
  get #panel(): HTMLElement | undefined {
    return hostOf(hostOf(this));
  }

  /** The log first scrolls to its end, as after every addition. */
  async #atEnd(): Promise<void> {
    await this.updateComplete;
    await nextFrame().then(nextFrame);
  }

  /** Scrolls to the start of an element that is higher than the log. */
  #showStart(of: Element): void {
    const log = this.#panel?.shadowRoot?.querySelector(".log");
    const above = log ? log.getBoundingClientRect().top - of.getBoundingClientRect().top : 0;
    if (above > 0) log?.scrollBy(0, -above);
  }

  #focusField(problems?: boolean): void {
    const isTouch = window.matchMedia("(pointer: coarse)").matches;
    const wanted = problems ? "[aria-invalid=true]" : isTouch ? "form" : "input, select, textarea";
    this.renderRoot.querySelector<HTMLElement>(wanted)?.focus();
  }

  #note(id: string, value: string): void {
    this.#values[id] = value;
    this.client.kept.form = this.#values;
    if (this._problems[id]) this._problems = { ...this._problems, [id]: undefined };
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { fields, consent } = this.form;
    const found = fields.map((field) => [field.id, answerProblem(field, this.#values[field.id] ?? "")] as const);
    const agrees = this.renderRoot.querySelector<HTMLInputElement>("#consent")?.checked;
    this._problems = Object.fromEntries([...found, [consentKey, consent && !agrees ? "missing" : undefined]]);
    if (Object.values(this._problems).some(Boolean)) {
      await this.#atEnd();
      this.#focusField(true);
      return this.#showStart(this.renderRoot.querySelector(":has(> [aria-invalid=true])") ?? this);
    }
    const ids = new Set(fields.map(({ id }) => id));
    const answers = Object.fromEntries(Object.entries(this.#values).filter(([id]) => ids.has(id)));
    await this.#send({ answers, ...(consent ? { consent: true } : {}) });
  }

  /** The response is the continued session: without the form, with the waiting messages being sent. */
  async #send(given: { answers: Record<string, string>; consent?: boolean }): Promise<void> {
    if (this._phase === "sending") return;
    this._phase = "sending";
    const panel = this.#panel;
    const { ask } = await parts.stream.load();
    try {
      const answer = await ask(this.client.access, "form", { version: this.form.version, ...given });
      if (!isInitResponse(answer)) throw new ApiError("internal", 500);
      this.client.kept.form = {};
      this._phase = "open";
      this.client.start(answer);
      panel?.focus();
    } catch (error) {
      this._phase = error instanceof ApiError && error.code === "form_changed" ? await this.#renew(ask) : "failed";
    }
  }

  /** The tenant has changed the form. Typed values stay where they still fit. */
  async #renew(ask: (typeof parts.stream.loaded)["ask"]): Promise<"changed" | "failed"> {
    const answer = await ask(this.client.access, `tickets/${this.ticketId}/open`, {}).catch(() => undefined);
    if (!isInitResponse(answer)) return "failed";
    this.client.start(answer);
    return "changed";
  }

  #renderConsent(words: Texts["form"]) {
    const { consent } = this.form;
    if (!consent) return nothing;
    const href = safeLink(consent.link?.url);
    const isInvalid = this._problems[consentKey] !== undefined;
    return html`<div class="consent">
      <input
        id="consent"
        type="checkbox"
        aria-required="true"
        aria-invalid=${isInvalid}
        aria-describedby=${isInvalid ? "consent-problem" : nothing}
        @change=${() => {
          this._problems = { ...this._problems, [consentKey]: undefined };
        }}
      />
      <label for="consent" dir="auto">${consent.text}</label>
      ${href ? html`<a href=${href} target="_blank" rel="noopener noreferrer" dir="auto">${consent.link?.label}</a>` : nothing}
      ${isInvalid ? html`<p id="consent-problem" class="problem">${words.agree}</p>` : nothing}
    </div>`;
  }

  protected override render() {
    const { say } = this.locale;
    const { fields, when, is_required: isRequired } = this.form;
    const words = this._words;
    // The status region exists before its text, so that screen readers announce the text.
    if (!words) return html`<form><p class="title" role="status"></p></form>`;
    const problem = this._phase === "failed" ? say("notSent") : this._phase === "changed" ? words.changed : "";
    return html`<form part="form" novalidate tabindex="-1" aria-labelledby="title" @submit=${this.#submit}>
      <p id="title" class="title" role="status">${when === "start" ? words.start : words.person}</p>
      ${fields.map((field, index) =>
        renderField({
          field,
          id: `field-${index}`,
          value: this.#values[field.id] ?? "",
          problem: this._problems[field.id],
          isMarkedOptional: isRequired && !field.required,
          words,
          locale: this.locale,
          onInput: (value) => this.#note(field.id, value),
        }),
      )}
      ${this.#renderConsent(words)}
      <p class="problem" role="alert">${problem ? html`${alertIcon} ${problem}` : nothing}</p>
      <div class="buttons">
        <button class="send" type="submit" aria-disabled=${this._phase === "sending"}>${say("send")}</button>
        ${
          isRequired
            ? nothing
            : html`<button class="text-button" type="button" @click=${() => this.#send({ answers: {} })}>${say("feedbackSkip")}</button>`
        }
      </div>
    </form>`;
  }
}

function hostOf(element: HTMLElement | undefined): HTMLElement | undefined {
  const root = element?.getRootNode();
  return root instanceof ShadowRoot && root.host instanceof HTMLElement ? root.host : undefined;
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}

/** A value that this tab has kept. */
function typedText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The page's value for a field, if it is a valid answer. */
function fitting(field: FormField, given: unknown): string {
  const text = typeof given === "number" ? String(given) : (typedText(given) ?? "");
  return answerProblem(field, text) === undefined ? text : "";
}

define("parley-form", FormComponent);
