import type { Locale } from "../i18n/locale.ts";
import type { StringKey } from "../i18n/texts.ts";

const texts: Record<string, StringKey> = {
  rate_limited: "errorRate",
  overloaded: "errorBusy",
  unavailable: "errorBusy",
  model_unavailable: "errorBusy",
  timeout: "errorTimeout",
  payload_too_large: "errorTooLong",
  attachment_refused: "fileFailed",
  ticket_closed: "errorClosed",
  already_resolved: "errorClosed",
};

/** What went wrong, in the visitor's words; the server's own words are for developers. */
export function errorText(code: string, locale: Locale, fallback: StringKey = "errorAnswer"): string {
  // Before the words of the parts are there, some are empty.
  return (Object.hasOwn(texts, code) && locale.say(texts[code] ?? fallback)) || locale.say(fallback);
}
