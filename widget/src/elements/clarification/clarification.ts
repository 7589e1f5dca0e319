import { html, LitElement } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { Clarification } from "../../view/state.ts";
import { define, emit } from "../element.ts";
import { clarificationStyles } from "./clarification.styles.ts";

/** The visitor's choice: the id of an option, or null for none of them. */
export interface ChooseDetail {
  choice: string | null;
}

/**
 * The possible meanings of a question, to choose from. The message field stays open for an answer in the visitor's own words.
 *
 * Properties: `clarification`, `locale`.
 * Events: `parley-choose` with `ChooseDetail`.
 * Parts: `clarification`, `choice`.
 */
class ClarificationComponent extends LitElement {
  static override styles = [baseStyles, clarificationStyles];
  static override properties = { clarification: { attribute: false }, locale: { attribute: false } };

  declare clarification: Clarification;
  declare locale: Locale;

  #choose(choice: string | null): void {
    if (this.clarification.state === "open") emit<ChooseDetail>(this, "parley-choose", { choice });
  }

  /** The arrow keys move between the choices, as in a list. */
  #onKeydown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const buttons = [...this.renderRoot.querySelectorAll<HTMLButtonElement>(".choice")];
    const at = buttons.indexOf(event.target as HTMLButtonElement); // listeners stand on the list of buttons only
    event.preventDefault();
    buttons.at((at + step + buttons.length) % buttons.length)?.focus();
  }

  protected override render() {
    const { options, prompt, state, chosen } = this.clarification;
    // The button stays in the tab order during sending, because a disabled button would lose the focus.
    const isBusy = state !== "open";
    return html`<section part="clarification" role="group" aria-label=${prompt} aria-busy=${isBusy}>
      <ul @keydown=${this.#onKeydown}>
        ${options.map(
          ({ id, label }) => html`<li>
            <button
              class="choice"
              part="choice"
              type="button"
              dir="auto"
              aria-disabled=${isBusy}
              aria-pressed=${chosen === id}
              @click=${() => this.#choose(id)}
            >
              ${label}
            </button>
          </li>`,
        )}
      </ul>
      <p class="else">
        <span>${this.locale.say("clarifyElse")}</span>
        <button class="text-button cancel" type="button" aria-disabled=${isBusy} @click=${() => this.#choose(null)}>
          ${this.locale.say("clarifyCancel")}
        </button>
      </p>
    </section>`;
  }
}

define("parley-clarification", ClarificationComponent);
