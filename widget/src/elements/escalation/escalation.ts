import { html, LitElement, nothing } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { EscalationItem } from "../../view/state.ts";
import { define } from "../element.ts";
import { personIcon } from "../icons.ts";
import type { Reach } from "../reach/reach.ts";
import { escalationStyles } from "./escalation.styles.ts";

/**
 * Tells that a person was asked, under which number, when an answer is expected, and that nobody has to wait here; asks where the
 * visitor can be reached if nobody knows.
 *
 * Properties: `item`, `locale`, `kept`, `reach` (notes an address; absent where one is known).
 * Parts: `escalation`.
 */
class EscalationComponent extends LitElement {
  static override styles = [baseStyles, escalationStyles];
  static override properties = {
    item: { attribute: false },
    locale: { attribute: false },
    kept: { attribute: false },
    reach: { attribute: false },
  };

  #isAsked = false;

  declare item: EscalationItem;
  declare locale: Locale;
  declare kept: ChatClient["kept"];
  declare reach: Reach | undefined;

  /** After the question was shown, its element stays to say thank you. */
  #renderContact() {
    this.#isAsked ||= this.reach !== undefined;
    if (!this.#isAsked) return nothing;
    void parts.form.load();
    return html`<parley-reach .locale=${this.locale} .kept=${this.kept} .reach=${this.reach}></parley-reach>`;
  }

  protected override render() {
    const { say, time, moment } = this.locale;
    const { ticketNumber, expectedBy, isTold } = this.item;
    // Does not show an expected time that has passed.
    const isAhead = expectedBy !== null && Date.parse(expectedBy) > Date.now();
    const isToday = isAhead && new Date(expectedBy).toDateString() === new Date().toDateString();
    return html`<section part="escalation">
      <span class="face">${personIcon}</span>
      <div>
        <p class="title">${isTold ? nothing : say("escalated")} <span class="ticket">${say("ticket", { n: ticketNumber })}</span></p>
        <p class="hint">
          ${isAhead ? say("expectedBy", { time: (isToday ? time : moment)(expectedBy) }) : say("escalatedHint")}
        </p>
        ${this.#renderContact()}
      </div>
    </section>`;
  }
}

define("parley-escalation", EscalationComponent);
