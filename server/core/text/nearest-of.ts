import { fuzzy } from "fast-fuzzy";

/** Below this similarity it is a different word: more than a third of the letters are wrong. */
const leastLike = 0.66;

/** The known word most similar to a mistyped one; null when none is similar enough. */
export function nearestOf(typed: string, known: readonly string[]): string | null {
  let best = { word: null as string | null, like: leastLike }; // null until one is near
  for (const word of known) {
    const like = fuzzy(typed, word, { useSellers: false, useDamerau: false });
    if (like > best.like) best = { word, like };
  }
  return best.word;
}
