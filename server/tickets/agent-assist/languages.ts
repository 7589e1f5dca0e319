import { languageOf } from "../../core/text/language.ts";

/** Characters from the end of the visitor's text that are used to detect the language. */
const maxChars = 1_500;

/** A language as written in prompts: `German (de)`. */
export function languageLabel(tag: string): string {
  const name = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(tag);
  return name ? `${name} (${tag})` : tag;
}

/**
 * The language of a visitor's text, as a tag of two or three letters. The words decide; if they are not enough, the locale does.
 * @param locale the browser's, or the tenant's.
 */
export function spokenLanguage(said: readonly string[], locale: string): string | null {
  // The newest text counts most: the visitor may have changed the language.
  const text = said.join("\n").slice(-maxChars);
  if (text.trim() === "") return null;
  const language = languageOf(text, locale);
  return language === "other" ? (locale.toLowerCase().split(/[-_]/)[0] ?? null) : language;
}
