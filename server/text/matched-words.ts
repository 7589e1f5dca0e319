import type { Language } from "./language.ts";
import type { Span } from "./sentences.ts";
import { stemOf } from "./stems.ts";
import { contentStems, isStopWord } from "./words.ts";

const scripts = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]`;
const unspaced = new RegExp(`${scripts}+`, "gu");
const word = new RegExp(String.raw`${scripts}+|(?:(?!${scripts})[\p{L}\p{N}\p{M}])+`, "gu");
/** A shorter beginning stands in front of too many words to say anything. */
const leastBeginning = 2;

/** What was typed into a search field, ready to be found in texts of one language. */
export interface TypedWords {
  stems: ReadonlySet<string>;
  /** The last word, which may go on; empty when it is finished. */
  beginning: string;
  /** Runs of scripts without spaces, which are found wherever they stand. */
  runs: readonly string[];
  language: Language;
}

/** The word at the end of what is being typed, lower-cased; empty behind a space or a mark. */
export function unfinishedWord(typed: string): string {
  return fold(/(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+$/u.exec(typed)?.[0] ?? "");
}

export function typedWords(typed: string, language: Language): TypedWords {
  const runs = (typed.normalize("NFKC").match(unspaced) ?? []).flatMap((run) => [run, ...pairsOf(run)]);
  return {
    stems: new Set(contentStems(typed, language)),
    beginning: unfinishedWord(typed),
    runs: runs.filter((run) => !isStopWord(run, language)).sort((a, b) => b.length - a.length),
    language,
  };
}

/** Where a text has the words that were typed, in order and without overlap. */
export function matchedWords(text: string, typed: TypedWords): Span[] {
  const spans: Span[] = [];
  for (const { 0: match, index } of text.matchAll(word)) {
    if (match.search(unspaced) === 0) spans.push(...matchedRuns(match, index, typed.runs));
    else if (isTyped(match, typed)) spans.push({ start: index, end: index + match.length });
  }
  return spans;
}

function isTyped(match: string, { stems, beginning, language }: TypedWords): boolean {
  const folded = fold(match);
  if (beginning.length >= leastBeginning && folded.startsWith(beginning)) return true;
  return !isStopWord(folded, language) && (stems.has(folded) || stems.has(stemOf(folded, language)));
}

function matchedRuns(text: string, offset: number, runs: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length; ) {
    const run = runs.find((each) => text.startsWith(each, at));
    if (run === undefined) at += 1;
    else {
      const last = spans.at(-1);
      if (last?.end === offset + at) last.end += run.length;
      else spans.push({ start: offset + at, end: offset + at + run.length });
      at += run.length;
    }
  }
  return spans;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
