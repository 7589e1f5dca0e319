import { languageOf } from "../../core/text/language.ts";

/** How much of what was said is looked at. */
const maxChars = 1_500;

/** A language as a model is told of it: `German (de)`. */
export function languageLabel(tag: string): string {
  const name = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(tag);
  return name ? `${name} (${tag})` : tag;
}

/**
 * The language of what a visitor wrote, as a tag of two or three letters: told by the words, where they are not enough by the browser.
 * @param locale the browser's, or the tenant's.
 */
export function spokenLanguage(said: readonly string[], locale: string): string | null {
  // The newest counts most: somebody may have gone on in another language.
  const text = said.join("\n").slice(-maxChars);
  if (text.trim() === "") return null;
  const language = languageOf(text, locale);
  return language === "other" ? (locale.toLowerCase().split(/[-_]/)[0] ?? null) : language;
}
