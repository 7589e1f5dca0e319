import { comparedThings, comparingStems } from "../../text/answer-patterns.ts";
import type { Language } from "../../text/language.ts";
import { contentStems } from "../../text/words.ts";

/**
 * What a question compares, as the stems that only one side has: of "a hard bounce and a soft bounce" hard and soft. Null when
 * it compares nothing, or when a side has no word of its own.
 */
export function sidesOf(text: string, language: Language): [string[], string[]] | null {
  const things = comparedThings(text, language);
  if (things === null) return null;
  const [first, second] = things.map((thing) => contentStems(thing, language));
  const left = ownStems(first, second, language);
  const right = ownStems(second, first, language);
  return left.length > 0 && right.length > 0 ? [left, right] : null;
}

function ownStems(stems: string[] = [], others: string[] = [], language: Language): string[] {
  const ofAsking = comparingStems(language);
  return [...new Set(stems.filter((stem) => !others.includes(stem) && !ofAsking.has(stem)))];
}
