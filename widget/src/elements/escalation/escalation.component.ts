import { html, LitElement, nothing } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { EscalationItem } from "../../view/state.ts";
import { personIcon } from "../icons.ts";
import { escalationStyles } from "./escalation.styles.ts";

/**
 * Tells that a person was asked, under which number, and that nobody has to wait here.
 *
 * Properties: `item`, `locale`.
 * Parts: `escalation`.
 */
export class EscalationComponent extends LitElement {
  static override styles = [baseStyles, escalationStyles];
  static override properties = { item: { attribute: false }, locale: { attribute: false } };

  declare item: EscalationItem;
  declare locale: Locale;

  protected override render() {
    const { say, moment } = this.locale;
    const { ticketNumber, expectedBy } = this.item;
    return html`<section part="escalation">
      <span class="face">${personIcon}</span>
      <div>
        <p class="title">${say("escalated")} <span class="ticket">${say("ticket", { n: ticketNumber })}</span></p>
        <p class="hint">
          ${say("escalatedHint")}
          ${expectedBy === null ? nothing : say("expectedBy", { time: moment(expectedBy) })}
        </p>
      </div>
    </section>`;
  }
}
