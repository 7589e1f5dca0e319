import type { Read } from "./clauses.ts";

/** What single words and pairs of words tell of how a sentence treats a customer; a sum of them, above 0 for kind. */
export interface StanceModel {
  bias: number;
  weights: ReadonlyMap<string, number>;
}

/**
 * Words and pairs of neighbours, lower-cased, every figure as `#`, and the duties that the rules read, in brackets. Small words count most here:
 * "can't", "no need", "as well".
 */
export function termsOf({ plain, facts }: Pick<Read, "plain" | "facts">): Set<string> {
  const words = (
    plain
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[a-z']+|\d+/g) ?? []
  ).map((word) => (/\d/.test(word) ? "#" : word));
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  const duties = facts.filter(({ kind }) => kind === "obligation").map(({ value }) => `[${value}]`);
  return new Set([...words, ...pairs, ...duties]);
}

/** From -1, binds, costs or forbids, to 1, allows or gives; near 0 where nothing tells. */
export function stanceOf(read: Pick<Read, "plain" | "facts">, { bias, weights }: StanceModel): number {
  let sum = bias;
  for (const term of termsOf(read)) sum += weights.get(term) ?? 0;
  return Math.tanh(sum / 2);
}
