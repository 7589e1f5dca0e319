import { html, type TemplateResult } from "lit";
import type { Activity } from "../../view/tool-entries.ts";
import { icon } from "../icons.ts";

const done = icon("M5 12.5l4.5 4.5L19 7.5", 16);
const wrong = icon("M12 8v5M12 16.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", 16);
const not = icon("M6 6l12 12M18 6L6 18", 16);
const unclear = icon(
  "M9.5 9.5a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.9M12 17h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  16,
);

/** A running activity; the text beside it names it. */
export const busy = html`<i class="busy" aria-hidden="true"></i>`;

/** The result of a call as an icon; a text always says the same. */
export function activityIcon(status: Activity["status"]): TemplateResult {
  switch (status) {
    case "failed":
    case "conflict":
      return wrong;
    case "unknown":
      return unclear;
    case "declined":
    case "expired":
    case "withdrawn":
      return not;
    default:
      return done;
  }
}
