import { plainWords } from "../../../server/memory/statement.ts";
import type { Talk } from "./read-talks.ts";

/** How well what was stored fits what should be. */
export interface Score {
  talks: number;
  stored: number;
  right: number;
  wanted: number;
  found: number;
  /** Stored although it must never be. */
  forbidden: number;
  precision: number;
  recall: number;
  /** For whoever mends it: what was stored wrongly, and what was missed. */
  wrong: string[];
  missed: string[];
}

/** Compares what was stored of each talk with what should be: a statement is right when it has all words of something wanted. */
export function score(results: readonly { talk: Talk; stored: readonly string[] }[]): Score {
  const sum: Score = {
    talks: results.length,
    stored: 0,
    right: 0,
    wanted: 0,
    found: 0,
    forbidden: 0,
    precision: 1,
    recall: 1,
    wrong: [],
    missed: [],
  };
  for (const { talk, stored } of results) {
    const name = `${talk.domain} ${talk.number}`;
    const contents = stored.map(plainWords);
    sum.stored += stored.length;
    sum.wanted += talk.wanted.length;
    for (const content of contents) {
      if (talk.wanted.some(({ words }) => has(content, words))) sum.right += 1;
      else sum.wrong.push(`${name}: ${content}`);
      if (talk.never.some((never) => content.includes(plainWords(never)))) sum.forbidden += 1;
    }
    for (const { words } of talk.wanted)
      if (contents.some((content) => has(content, words))) sum.found += 1;
      else sum.missed.push(`${name}: ${words.join(" ")}`);
  }
  sum.precision = sum.stored === 0 ? 1 : sum.right / sum.stored;
  sum.recall = sum.wanted === 0 ? 1 : sum.found / sum.wanted;
  return sum;
}

function has(content: string, words: readonly string[]): boolean {
  return words.every((word) => ` ${content} `.includes(` ${plainWords(word)} `));
}
