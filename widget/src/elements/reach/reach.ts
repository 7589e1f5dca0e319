import { html, LitElement, nothing } from "lit";
import { isRecord } from "../../../../ui/events/shapes.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define } from "../element.ts";
import { fieldStyles } from "../form.styles.ts";
import { reachStyles } from "./reach.styles.ts";

/** Notes an address of the visitor; rejects when that fails. */
export type Reach = (email: string) => Promise<void>;

/**
 * Asks where the visitor can be reached, and thanks for it.
 *
 * Properties: `locale`, `reach` (notes an address).
 */
class ReachComponent extends LitElement {
  static override styles = [baseStyles, fieldStyles, reachStyles];
  static override properties = {
    locale: { attribute: false },
    reach: { attribute: false },
    _contact: { state: true },
  };

  declare private _contact: "open" | "sending" | "wrong" | "failed" | "done";

  declare locale: Locale;
  declare reach: Reach | undefined;

  constructor() {
    super();
    this._contact = "open";
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
      await this.reach(field.value.trim());
      this._contact = "done";
      // The field that had the keyboard is gone.
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>("[role=status]")?.focus());
    } catch (error) {
      this._contact = isRecord(error) && error["status"] === 400 ? "wrong" : "failed";
    }
  }

  protected override render() {
    const { say } = this.locale;
    const problem = this._contact === "wrong" ? "emailWrong" : this._contact === "failed" ? "notSent" : undefined;
    if (this._contact === "done") return html`<p class="hint" role="status" tabindex="-1">${say("reachThanks")}</p>`;
    return html`<form novalidate @submit=${this.#save}>
      <label for="email">${say("reachAsk")}</label>
      <div class="field">
        <input
          id="email"
          type="email"
          name="email"
          autocomplete="email"
          maxlength="320"
          dir="ltr"
          placeholder="name@example.com"
          aria-invalid=${problem !== undefined}
          aria-describedby="problem"
        />
        <button class="send" type="submit">${say("send")}</button>
      </div>
      <p id="problem" class="problem" role="alert">${problem ? say(problem) : nothing}</p>
    </form>`;
  }
}

define("parley-reach", ReachComponent);
