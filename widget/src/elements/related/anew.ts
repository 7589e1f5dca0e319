import { html, nothing } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import type { Texts } from "../../i18n/texts.ts";
import type { MessageItem, ViewState } from "../../view/state.ts";
import { emit, focusPanel } from "../element.ts";

type Shower = HTMLElement & { item: MessageItem; locale: Locale };

/**
 * Below the newest message that the visitor has added while the team is waited for: how to get another question answered. Sections for the
 * message may still be on their way; the style shows the line when they do not come soon.
 */
export function renderAnew(shower: Shower, { another }: Texts["related"], { ticket }: ViewState) {
  if (shower.item.role !== "visitor" || ticket?.status !== "pending_human") return nothing;
  const startOver = () => {
    emit(shower, "parley-start-over", undefined);
    focusPanel();
  };
  return html`<p class="anew" part="related">
    ${another}
    <button type="button" class="text-button" @click=${startOver}>${shower.locale.say("newTicket")}</button>
  </p>`;
}
