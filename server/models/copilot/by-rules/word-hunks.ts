import type { Language } from "../../../text/language.ts";
import type { Span } from "../../../text/sentences.ts";
import { isStopWord } from "../../../text/words.ts";

/** Words of two texts that stand in each other's place: what is between two words that both have. */
export interface Hunk {
  here: Span;
  there: Span;
}

/** Longer texts are compared by their beginnings: the table of all pairs would not fit. */
const maxWords = 400;

interface Word extends Span {
  key: string;
}

/** Where two texts differ, word by word; signs, case and white space are no difference. */
export function hunksOf(here: string, there: string): Hunk[] {
  const [own, other] = [readWords(here), readWords(there)];
  const table = commonTable(own, other);
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  let open = { i: 0, j: 0 };
  const close = () => {
    if (i > open.i || j > open.j) hunks.push({ here: spanOf(own, open.i, i), there: spanOf(other, open.j, j) });
  };
  while (i < own.length && j < other.length) {
    if (own[i]?.key === other[j]?.key) {
      close();
      i += 1;
      j += 1;
      open = { i, j };
    } else if (at(table, i + 1, j) >= at(table, i, j + 1)) i += 1;
    else j += 1;
  }
  i = own.length;
  j = other.length;
  close();
  return hunks;
}

/** Those with no more than a word like "of" between them as one: what stands in the place of "a member of the board" is told whole. */
export function joinedHunks(
  hunks: readonly Hunk[],
  { here, there, language }: { here: string; there: string; language: Language },
): Hunk[] {
  const joined: Hunk[] = [];
  const isSmall = (text: string, before: Span, after: Span) => {
    const between = text.slice(before.end, after.start).trim();
    return /^\p{L}+$/u.test(between) && isStopWord(between.toLowerCase(), language);
  };
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const isNear = last && isSmall(here, last.here, hunk.here) && isSmall(there, last.there, hunk.there);
    if (last && isNear)
      joined[joined.length - 1] = {
        here: { start: last.here.start, end: hunk.here.end },
        there: { start: last.there.start, end: hunk.there.end },
      };
    else joined.push(hunk);
  }
  return joined;
}

function at(table: Uint16Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function readWords(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}%€$£](?:[\p{L}\p{M}\p{N}]|['.,:@/-](?=[\p{L}\p{N}]))*/gu)]
    .slice(0, maxWords)
    .map(({ 0: word, index }) => ({ key: word.toLowerCase(), start: index, end: index + word.length }));
}

/** Length of the longest run of common words, in order, from each pair of places on. */
function commonTable(own: Word[], other: Word[]): Uint16Array[] {
  const table = Array.from({ length: own.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = own.length - 1; i >= 0; i -= 1) {
    const row = table[i];
    for (let j = other.length - 1; row && j >= 0; j -= 1)
      row[j] =
        own[i]?.key === other[j]?.key ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), row[j + 1] ?? 0);
  }
  return table;
}

function spanOf(words: Word[], from: number, to: number): Span {
  const place = words[from]?.start ?? words.at(-1)?.end ?? 0;
  return from === to ? { start: place, end: place } : { start: place, end: words[to - 1]?.end ?? place };
}
