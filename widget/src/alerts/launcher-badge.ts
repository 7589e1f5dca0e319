import type { Locale } from "../i18n/locale.ts";
import type { Launcher } from "../loader/launcher.ts";

/** More than this is not counted out. */
const maxShown = 9;

/** Shows how many answers were not seen, on the launcher and in its name. */
export function showUnread({ badge, button }: Launcher, { say }: Locale, count: number): void {
  const shown = count > maxShown ? `${maxShown}+` : String(count);
  badge.hidden = count === 0;
  badge.textContent = shown;
  // What is seen is in the name as it is seen: by that a button is called out for.
  const unread = say("unread", { n: count }).replace(String(count), shown);
  button.ariaLabel = count > 0 ? `${say("title")}, ${unread}` : say("title");
}
