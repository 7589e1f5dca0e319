import { type Language, stopWordsOf } from "./language.ts";
import { stemOf } from "./stems.ts";

/** Runs of letters, digits and inner joiners (`o'clock`, `v1.2`, `sign-in`, `mail.send`), or a run of one East Asian script. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const spaced = String.raw`(?![${unspaced}ー])[\p{L}\p{N}]`;
const wordPattern = new RegExp(
  String.raw`[${unspaced}ー\p{M}]+|${spaced}(?:${spaced}|\p{M})*(?:['’._·-]${spaced}(?:${spaced}|\p{M})*)*`,
  "gu",
);
const unspacedPattern = new RegExp(`^[${unspaced}]`, "u");
/** Splits scripts without spaces into words with a dictionary; the language argument does not change the result. */
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
/** For each word Node.js copies the whole text, so a long run is read in pieces; one word in several hundred is cut. */
const maxRunChars = 200;

/**
 * The words of a text in lower case. English keeps its apostrophes (`don't`); in other languages they separate two words (`l'adresse`), as
 * in the search.
 */
export function wordsOf(text: string, language: Language): string[] {
  const words: string[] = [];
  for (const [match] of text.normalize("NFKC").matchAll(wordPattern)) {
    if (unspacedPattern.test(match)) words.push(...wordsOfRun(match));
    else {
      const word = match.toLowerCase().replaceAll("’", "'");
      if (language === "en" || !word.includes("'")) words.push(word);
      else words.push(...word.split("'"));
    }
  }
  return words;
}

function wordsOfRun(run: string): string[] {
  if (run.length === 1) return [run];
  const words: string[] = [];
  for (let start = 0; start < run.length; start += maxRunChars) {
    for (const { segment } of segmenter.segment(run.slice(start, start + maxRunChars))) words.push(segment);
  }
  return words;
}

/** True for words without a subject of their own, such as `the` or `how`. */
export function isStopWord(word: string, language: Language): boolean {
  return stopWordsOf(language).has(word) || (language === "ja" && japaneseEnding.test(word));
}

/** Endings and particles; content words are mostly written in other characters. */
const japaneseEnding = /^\p{Script=Hiragana}{1,2}$/u;

/** Number of content words. */
export function contentCount(text: string, language: Language): number {
  return wordsOf(text, language).filter((word) => !isStopWord(word, language)).length;
}

/** English verbs that are also written as one word with their particle: "back up" must match "backup". */
const particleVerbs = new Set(
  "back set sign log start shut roll check opt top warm follow hand turn pop drop".split(" "),
);
const particles = new Set(["up", "in", "out", "on", "off", "down", "over"]);

/** Stems of the content words, in order, with duplicates. */
export function contentStems(text: string, language: Language): string[] {
  const stems: string[] = [];
  const words = wordsOf(text, language);
  for (const [index, word] of words.entries()) {
    const isVerb = language === "en" && particleVerbs.has(word);
    const next = words[index + 1] ?? "";
    if (isVerb && particles.has(next)) stems.push(stemOf(`${word}${next}`, language));
    if (isStopWord(word, language)) continue;
    stems.push(stemOf(word, language));
    // `sign-in` must match `signin` and `sign in`: the parts of joined words count too.
    if (/[._-]/.test(word)) stems.push(...partStems(word, language));
  }
  return stems;
}

function partStems(word: string, language: Language): string[] {
  const parts = word.split(/[._-]/).filter((part) => part.length > 1 && !isStopWord(part, language));
  const joined = particles.has(word.split("-")[1] ?? "") ? [stemOf(word.replace("-", ""), language)] : [];
  return [...parts.map((part) => stemOf(part, language)), ...joined];
}
