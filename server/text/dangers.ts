import { askedOnly, beforeNouns, dangerWords } from "./danger-words.ts";
import { isUnspaced, type Language } from "./language.ts";
import { stemOf } from "./stems.ts";
import { wordsOf } from "./words.ts";

interface Dangers {
  groupOf: Map<string, number>;
  /** Entries of several words, and all of a script without spaces, which are found anywhere in a text. */
  runs: [run: string, group: number][];
}

const known = new Map<Language, Dangers>();

/** Which kinds of acts that cannot be taken back a text speaks of: deleting 0, cancelling 1, resetting 2, paying 3. */
export function dangersOf(text: string, language: Language): Set<number> {
  const dangers = known.get(language) ?? readDangers(language);
  known.set(language, dangers);
  const lower = text.toLowerCase();
  const found = new Set<number>();
  for (const [run, group] of dangers.runs) if (lower.includes(run)) found.add(group);
  if (dangers.groupOf.size === 0) return found;
  for (const word of wordsOf(lower, language)) {
    const group = dangers.groupOf.get(stemOf(word, language));
    if (group !== undefined) found.add(group);
  }
  return found;
}

/** True for a stem that names such an act. */
export function isDangerStem(stem: string, language: Language): boolean {
  const dangers = known.get(language) ?? readDangers(language);
  known.set(language, dangers);
  return dangers.groupOf.has(stem) || dangers.runs.some(([run]) => stem.includes(run));
}

/**
 * True when what this stem stands for is told to be done somewhere in the text: not by a word that only a question asks by, nor where it
 * is the name or the quality of a thing ("the closing tag").
 */
export function isToldToBeDone(stem: string, text: string, language: Language): boolean {
  if (!isDangerStem(stem, language)) return false;
  const words = wordsOf(text, language);
  const places = [...words.keys()].filter((at) => stemOf(words[at] ?? "", language) === stem);
  // Words of scripts without spaces, and those of several words, are taken at their word.
  if (places.length === 0) return true;
  return places.some((at) => !isHarmless(words[at] ?? "", language) && !namesThing(words, at, language));
}

type Harmless = Record<"forms" | "stems" | "beforeNouns", ReadonlySet<string>>;
const harmlessWords = new Map<Language, Harmless>();

/** The forms that are listed, and others of the danger words among them; "terminal" alone shares its stem with "terminate". */
function isHarmless(word: string, language: Language): boolean {
  const { forms, stems } = harmlessWords.get(language) ?? readHarmless(language);
  return forms.has(word) || stems.has(stemOf(word, language));
}

function readHarmless(language: Language): Harmless {
  const dangers = new Set((dangerWords[language] ?? "").split(/[\s/]+/));
  const forms = new Set((askedOnly[language] ?? "").split(" "));
  const stems = new Set([...forms].filter((form) => dangers.has(form)).map((form) => stemOf(form, language)));
  const harmless = { forms, stems, beforeNouns: new Set((beforeNouns[language] ?? "").split(" ")) };
  harmlessWords.set(language, harmless);
  return harmless;
}

function namesThing(words: readonly string[], at: number, language: Language): boolean {
  return at > 0 && (harmlessWords.get(language) ?? readHarmless(language)).beforeNouns.has(words[at - 1] ?? "");
}

function readDangers(language: Language): Dangers {
  const anywhere = isUnspaced(language) || language === "ko";
  const dangers: Dangers = { groupOf: new Map(), runs: [] };
  for (const [group, words] of (dangerWords[language] ?? "").split("/").entries()) {
    for (const entry of words.trim().split(/\s+/)) {
      if (entry === "") continue;
      if (anywhere || entry.includes("_")) dangers.runs.push([entry.replaceAll("_", " "), group]);
      else dangers.groupOf.set(stemOf(entry, language), group);
    }
  }
  return dangers;
}
