import { html, type TemplateResult } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { downIcon } from "../thread-icons.ts";

/** The way back to the newest message. */
export function renderJump({ say }: Locale, jump: () => void): TemplateResult {
  return html`<button class="jump" type="button" aria-label=${say("latest")} title=${say("latest")} @click=${jump}>
    ${downIcon}
  </button>`;
}
