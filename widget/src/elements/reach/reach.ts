import { html, LitElement, nothing } from "lit";
import { isRecord } from "../../../../ui/events/shapes.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { loadTexts, type Texts } from "../../i18n/texts.ts";
import { Part } from "../../panel/part.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define } from "../element.ts";
import { fieldStyles } from "../form.styles.ts";
import { reachStyles } from "./reach.styles.ts";

const textFiles = import.meta.glob<Pick<Texts, "form">>("./*.json", { base: "../../i18n/languages", query: "?form" });

/** Stores the visitor's address; rejects on failure. */
export type Reach = (email: string) => Promise<void>;

/**
 * Asks where the visitor can be reached; afterwards says where that is, and lets them change it.
 *
 * Properties: `locale`, `kept` (keeps the address for the next page), `reach` (notes an address).
 */
class ReachComponent extends LitElement {
  static override styles = [baseStyles, fieldStyles, reachStyles];
  static override properties = {
    locale: { attribute: false },
    kept: { attribute: false },
    reach: { attribute: false },
    _words: { state: true },
    _contact: { state: true },
  };

  declare private _contact: "open" | "sending" | "wrong" | "failed" | "done";

  declare private _words: Texts["form"] | undefined;

  declare locale: Locale;
  declare kept: Pick<ChatClient["kept"], "tab" | "updateTab">;
  declare reach: Reach | undefined;

  constructor() {
    super();
    this._contact = "open";
    this._words = undefined;
  }

  protected override firstUpdated(): void {
    if (this.kept.tab.email) this._contact = "done";
    void new Part(() => loadTexts(textFiles, this.locale.tag)).load().then(({ form }) => {
      this._words = form;
    });
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const field = this.renderRoot.querySelector("input");
    if (!field || !this.reach || this._contact === "sending") return;
    if (field.value.trim() === "" || !field.checkValidity()) {
      this._contact = "wrong";
      field.focus();
      return;
    }
    this._contact = "sending";
    try {
      const email = field.value.trim();
      await this.reach(email);
      this.kept.updateTab({ email });
      this._contact = "done";
      // The field with the focus was removed.
      this.#focus("[role=status]");
    } catch (error) {
      this._contact = isRecord(error) && error["status"] === 400 ? "wrong" : "failed";
    }
  }

  #change(): void {
    this._contact = "open";
    this.#focus("input");
  }

  protected override render() {
    const { say } = this.locale;
    const { _words: words } = this;
    if (!words) return nothing;
    const problem =
      this._contact === "wrong" ? words.emailWrong : this._contact === "failed" ? say("notSent") : undefined;
    const { email = "" } = this.kept.tab;
    if (this._contact === "done")
      return html`<p class="hint reached">
        <span role="status" tabindex="-1">${words.reachSaved.split("{email}").flatMap((text, at) => (at === 0 ? [text] : [html`<bdi>${email}</bdi>`, text]))}</span>
        <button class="text-button" type="button" @click=${this.#change}>${words.change}</button>
      </p>`;
    return html`<form novalidate @submit=${this.#save}>
      <label for="email">${words.reachAsk}</label>
      <div class="field">
        <input
          id="email"
          type="email"
          name="email"
          autocomplete="email"
          maxlength="320"
          dir="ltr"
          placeholder="name@example.com"
          .value=${email}
          aria-invalid=${problem !== undefined}
          aria-describedby="problem"
        />
        <button class="send" type="submit">${say("send")}</button>
      </div>
      <p id="problem" class="problem" role="alert">${problem ?? nothing}</p>
    </form>`;
  }
}

define("parley-reach", ReachComponent);
