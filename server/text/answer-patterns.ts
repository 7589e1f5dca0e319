import { eastern } from "./answers/eastern.ts";
import { germanic } from "./answers/germanic.ts";
import { nordic } from "./answers/nordic.ts";
import { others } from "./answers/others.ts";
import { romance } from "./answers/romance.ts";
import type { AnswerTable, QuestionShape } from "./answers/table.ts";
import { unspaced } from "./answers/unspaced.ts";
import type { Language } from "./language.ts";
import type { QuestionKind } from "./languages/table.ts";
import { asksForMoney, bounded, kindOf, wholeWords } from "./patterns.ts";
import { contentStems } from "./words.ts";

const tables: Partial<Record<Language, AnswerTable>> = {
  ...germanic,
  ...nordic,
  ...romance,
  ...eastern,
  ...others,
  ...unspaced,
};

/** Marks that may stand before the first word of a line. */
const lead = String.raw`^[\s*_>#¿¡«"'“„(]*`;
/** A thing that a short question asks about. */
const thing = "[^?,;؟،？，、。]{2,40}";
/** What may stand before the verb of a definition, as the thing that is defined. */
const subject = String.raw`^[\p{L}\p{M}\p{N}\s'"’${"`"}*(),/«»„“”「」『』（）–-]{2,70}?`;
/** Everywhere the same. */
const versus = String.raw`~\s+(?:vs\.?|versus)\s+~`;

/** True for the heading of a list of other pages: "Additional resources". */
export function listsLinks(heading: string, language: Language): boolean {
  return finds(tables[language]?.links, heading, language);
}

/** True for a line with the words of a page's title in it, or at its beginning: "How to ...". */
export function isPageTitle(line: string, language: Language, where: "anywhere" | "first" = "anywhere"): boolean {
  const { titles } = tables[language] ?? {};
  return finds(titles && where === "first" ? `${lead}(?:${titles})` : titles, line, language);
}

/** True for a sentence that sends the reader elsewhere or offers help: "For more information, ...", "Contact us". */
export function pointsElsewhere(text: string, language: Language): boolean {
  const { elsewhere } = tables[language] ?? {};
  return finds(elsewhere && `${lead}(?:${elsewhere})`, text, language);
}

/** True for a sentence that sets two things against each other: "while", "differs". */
export function setsApart(text: string, language: Language): boolean {
  return finds(tables[language]?.contrast, text, language);
}

/** True for a short question after what something is, in a language whose definitions are known as well. */
export function asksDefinition(text: string, language: Language): boolean {
  const { definitions, defines } = tables[language] ?? {};
  if (definitions === undefined || defines === undefined) return false;
  const asked = String.raw`^[^\p{L}\p{N}]*(?:${definitions.replaceAll("~", thing)})[^\p{L}\p{N}]*$`;
  return wholeWords(asked, language).test(straight(text).trim());
}

/** The beginning of a sentence that says what its subject is, up to the verb: "A hard bounce is". Null for any other. */
export function definingStart(text: string, language: Language): string | null {
  const { defines } = tables[language] ?? {};
  if (defines === undefined) return null;
  return wholeWords(subject + bounded(defines, language), language).exec(straight(text))?.[0] ?? null;
}

/** A longer message tells a story: whatever it compares, it is not asked in one sentence. */
const maxComparingChars = 300;

/** The two things that a question compares, as the text that names each. Null when it compares nothing. */
export function comparedThings(text: string, language: Language): [string, string] | null {
  if (text.length > maxComparingChars) return null;
  for (const source of [...(tables[language]?.comparisons ?? []), versus]) {
    const things = source.replaceAll("~", "(.+?)").replace(/\(\.\+\?\)$/, "(.+)");
    // pattern-bound 300: maxComparingChars
    const [, one, other] = wholeWords(things, language).exec(straight(text)) ?? [];
    if (one !== undefined && other !== undefined) return [one, other];
  }
  return null;
}

/** Stems of the words of asking for a difference, which are no part of what is compared. */
export const comparingStems = stemsOf("comparing");
/** Stems of words by which a question is asked and which its answer does not repeat: "explain". */
export const askingStems = stemsOf("asking");

function stemsOf(field: "comparing" | "asking"): (language: Language) => ReadonlySet<string> {
  const known = new Map<Language, ReadonlySet<string>>();
  return (language) => {
    const stems = known.get(language) ?? new Set(contentStems(tables[language]?.[field] ?? "", language));
    known.set(language, stems);
    return stems;
  };
}

/** What kind of sentence answers a question. */
export function shapeOf(question: string, language: Language): QuestionShape {
  const { shapes = [], procedure, amounts } = tables[language] ?? {};
  const own = shapes.find(([, words]) => finds(words, question, language));
  if (own) return own[0];
  if (asksForMoney(question, language)) return "money";
  const kind = kindOf(question, language);
  const byKind = shapesOfKinds[kind];
  if (byKind) return byKind;
  if (finds(procedure, question, language)) return "steps";
  if (finds(amounts, question, language)) return "number";
  if (asksDefinition(question, language)) return "definition";
  return kind === "whether" ? "yes_no" : "any";
}

const shapesOfKinds: Partial<Record<QuestionKind, QuestionShape>> = {
  method: "steps",
  reason: "reason",
  time: "time",
  place: "place",
  amount: "number",
};

/** True for a question after a whole list: "which", "all". */
export function asksForList(question: string, language: Language): boolean {
  return finds(tables[language]?.lists, question, language);
}

/** True for a sentence that begins with what to do: "Click ...". */
export function tellsToDo(text: string, language: Language): boolean {
  const { instructs } = tables[language] ?? {};
  return finds(instructs && `^(?:${instructs})`, text, language);
}

/** True for a text that says where something is. */
export function namesPlace(text: string, language: Language): boolean {
  return />|→|https?:/i.test(text) || finds(tables[language]?.places, text, language);
}

/** True for a text that says why. */
export function givesReason(text: string, language: Language): boolean {
  return finds(tables[language]?.reasons, text, language);
}

/** True for a text that answers a question after a number without one: "unlimited". */
export function isCountless(text: string, language: Language): boolean {
  return finds(tables[language]?.countless, text, language);
}

function finds(source: string | undefined, text: string, language: Language): boolean {
  return source !== undefined && wholeWords(source, language).test(straight(text));
}

/** Patterns know one apostrophe, and no letter whose small form JavaScript does not find: the dotted capital of Turkish. */
function straight(text: string): string {
  return text.replaceAll("’", "'").replaceAll("İ", "i");
}
