import { z } from "zod";
import { languageOf } from "../language.ts";
import ar from "./ar.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import he from "./he.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import ko from "./ko.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import { readySentencesSchema } from "./table.ts";
import tr from "./tr.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

const files = { en, ar, de, es, fr, he, it, ja, ko, nl, pl, pt, tr, zh };

/** A language of Parley's own texts, by its code; the widget has the same languages (`widget/src/i18n`). */
export type ReadyLanguage = keyof typeof files;

const codes = Object.keys(files) as ReadyLanguage[]; // the keys of these files
export const readySentences = z.record(z.enum(codes), readySentencesSchema).parse(files);

/** Languages without words in `languageOf` ("to" and "i" are Polish as well), recognized by their letters. */
const unread: { code: ReadyLanguage; letters: RegExp }[] = [
  { code: "he", letters: /\p{Script=Hebrew}/u },
  { code: "pl", letters: /[ąćęłńśźż]/iu },
];

/**
 * The language for Parley's own sentences: the clear language of the message, else that of the locale, else English.
 * @param locale the visitor's, from the browser, else the tenant's.
 */
export function readyLanguageOf(message: string, locale: string): ReadyLanguage {
  const code = codeOf(locale);
  const said = languageOf(message, code);
  const isOpen = said === "en" || said === "other";
  const written = unread.find(({ letters }) => letters.test(message))?.code;
  if (isOpen && written) return written;
  if (said === "en" && unread.some((language) => language.code === code)) return isReady(code) ? code : "en";
  if (isReady(said)) return said;
  return isReady(code) ? code : "en";
}

/** The language of a locale, by its current code: `he` for `iw-IL`. */
function codeOf(locale: string): string {
  const [code = "en"] = /^[a-z]{2,3}(?![a-z])/i.exec(locale) ?? [];
  return Intl.getCanonicalLocales(code)[0] ?? "en";
}

/** Replaces names in braces with their values. */
export function filledIn(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** Choices listed in a sentence: “A”, “B” or “C”. */
export function namedChoices(labels: readonly string[], language: ReadyLanguage): string {
  const [before, behind] = readySentences[language].quotes;
  // Without the American comma before "or".
  const list = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "disjunction" });
  return list.format(labels.map((label) => `${before}${label}${behind}`));
}

/** True for the answer to a message that had only files, in any language. */
export function saysOnlyFiles(content: string | undefined): boolean {
  return Object.values(readySentences).some(({ onlyFiles }) => onlyFiles === content);
}

function isReady(code: string): code is ReadyLanguage {
  return Object.hasOwn(readySentences, code);
}
