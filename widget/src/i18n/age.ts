import type { Locale } from "./locale.ts";
import { relativeTime } from "./relative-time.ts";

/** Less than this ago is "just now". */
const justNowMs = 60_000;

/** How long ago a tool said something. */
export function age(at: string, locale: Locale): string {
  return Date.now() - Date.parse(at) < justNowMs ? locale.say("justNow") : relativeTime(locale.tag, at);
}
