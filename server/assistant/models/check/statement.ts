import { type Language, languageOf } from "../../../core/text/language.ts";
import { isMeasure, type NumberMention, numberMentions } from "../../../core/text/numbers.ts";
import { contentStems } from "../../../core/text/words.ts";

/** The parts of a sentence that are compared with documents. */
export interface Statement {
  text: string;
  language: Language;
  /** Distinct stems that carry meaning. Numbers with their units are compared separately. */
  stems: string[];
  numbers: NumberMention[];
  /** Names that must match exactly: `MODEL_PROVIDER`, `/healthz`, `v1.2`. */
  names: string[];
}

/** @param locale of the author: the language of a short sentence may not be recognizable. */
export function readStatement(text: string, locale: string): Statement {
  const language = languageOf(text, locale);
  const numbers = numberMentions(text, language);
  const units = new Set(numbers.map(({ unit }) => unit).filter((unit) => isMeasure(unit, language)));
  const stems = ownStems(text, language).filter((stem) => !isNumber.test(stem) && !units.has(stem));
  return {
    text,
    language,
    stems,
    numbers,
    names: namesIn(text),
  };
}

/** Distinct stems; joined words (`DATA_DIR`) without their parts, because each is one thing to find. */
function ownStems(text: string, language: Language): string[] {
  const stems = [...new Set(contentStems(text, language))];
  const parts = new Set(stems.filter((stem) => /[._-]/.test(stem)).flatMap((stem) => stem.split(/[._-]/)));
  return stems.filter((stem) => !parts.has(stem));
}

const isNumber = /^[\p{Nd}.,:/-]+$/u;

const code = /`([^`\n]{2,80})`/g;
const namePattern =
  /(?<![\p{L}\p{N}_/.-])(?:\/?[\p{L}\d]+(?:[_/][\p{L}\d]+)+|\/[\p{L}\d_-]+|\p{Lu}{2}[\p{Lu}\d]*|\p{L}+\d[\p{L}\d]*|--?[a-z][a-z-]+)(?![\p{L}\p{N}_])/gu;

/** Code and words written like code, in lower case. */
function namesIn(text: string): string[] {
  const names = [...text.matchAll(code)].map(([, inner = ""]) => inner);
  for (const [match] of text.replace(code, " ").matchAll(namePattern)) if (!isShouted(match, text)) names.push(match);
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/** A word in capitals next to other words in capitals is emphasis, not a name. */
function isShouted(match: string, text: string): boolean {
  return /^\p{Lu}+$/u.test(match) && /\p{Lu}{3}\s+\p{Lu}{3}/u.test(text);
}
