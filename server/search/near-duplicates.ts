/** Words in a row that are compared. */
const shingleWords = 4;
/** Share of the longer text's shingles found in the other that makes it a repetition. */
const sameShare = 0.8;

const word = /[\p{L}\p{N}]+/gu;
/** `30`, `3.50`, `10:30`, `v2` */
const number = /(?<!\p{L})\p{L}*\p{N}[\p{L}\p{N}]*(?:[.,:]\p{N}+)*/gu;
/** What ends a sentence stands at most so far before the next one. */
const maxGapChars = 40;
/** A word with a capital letter. */
const capitalised = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu;

/** A text in the form in which it is compared with others. */
export interface ComparableText {
  /** Its overlapping runs of words. */
  shingles: Set<string>;
  words: Set<string>;
  /** In the order in which they stand. */
  numbers: string[];
  /** Words that only a name has a reason to write with a capital, and those that the beginning of a sentence explains. */
  names: { inside: string[]; atStart: string[] };
}

/**
 * True when a text says the same as an earlier one, nearly word for word, and may be left out beside it. Two long texts that
 * differ in a number or a name alone share almost every run of words and say different things.
 */
export function isRepetition(text: ComparableText, earlier: ComparableText): boolean {
  return sharesRuns(text.shingles, earlier.shingles) && !tellsOtherFacts(text, earlier);
}

/** Takes a text apart for {@link isRepetition}. */
export function comparableText(text: string): ComparableText {
  const words = text.toLowerCase().match(word) ?? [];
  const names: ComparableText["names"] = { inside: [], atStart: [] };
  for (const { 0: name, index } of text.matchAll(capitalised))
    (opensSentence(text, index) ? names.atStart : names.inside).push(name.toLowerCase());
  return { shingles: shinglesOf(words), words: new Set(words), numbers: text.match(number) ?? [], names };
}

/** Whether a sentence, a line or an item ends before this place. */
function opensSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxGapChars), at);
  const said = before.trimEnd();
  return at === 0 || before.includes("\n", said.length) || /[.!?:;|•–*#-]$/.test(said);
}

function shinglesOf(words: string[]): Set<string> {
  if (words.length <= shingleWords) return new Set([words.join(" ")]);
  return new Set(words.slice(shingleWords - 1).map((_, index) => words.slice(index, index + shingleWords).join(" ")));
}

function sharesRuns(a: Set<string>, b: Set<string>): boolean {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  // A short text inside a long one is no duplicate: the long one says more.
  if (short.size < long.size * sameShare) return false;
  let shared = 0;
  for (const shingle of short) if (long.has(shingle)) shared += 1;
  return shared >= short.size * sameShare;
}

function tellsOtherFacts(text: ComparableText, earlier: ComparableText): boolean {
  if (!isInOrderWithin(text.numbers, earlier.numbers)) return true;
  const lacksIn = (other: ComparableText) => (name: string) => !other.words.has(name);
  if (text.names.inside.some(lacksIn(earlier))) return true;
  // "Anna pays" and "Bert pays": each has a word in this place that the other lacks. An added sentence is on one side only.
  return text.names.atStart.some(lacksIn(earlier)) && Object.values(earlier.names).flat().some(lacksIn(text));
}

function isInOrderWithin(part: string[], whole: string[]): boolean {
  let at = 0;
  for (const each of whole) if (each === part[at]) at += 1;
  return at === part.length;
}
