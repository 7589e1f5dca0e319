import { contentStems } from "../../text/words.ts";

/** Ways to ask in English what sets two things apart. Each has the two things as its groups. */
const comparisons = [
  /\b(?:differences?|distinction|distinguish|differentiate|comparison|compare)\b.*?\b(?:between|of)\s+(.+?)\s+(?:and|vs\.?|versus|or)\s+(.+)/i,
  /\b(?:compare|distinguish|differentiate)\s+(.+?)\s+(?:and|with|to|from|vs\.?|versus)\s+(.+)/i,
  /\bhow (?:is|are|do|does)\s+(.+?)\s+(?:different|differ|distinguished)\s+(?:from|to|than)\s+(.+)/i,
  /\b(.+?)\s+(?:vs\.?|versus)\s+(.+)/i,
];

/**
 * What a question compares, as the stems that only one side has: of "a hard bounce and a soft bounce" hard and soft. Null when
 * it compares nothing, or when a side has no word of its own.
 */
export function sidesOf(text: string): [string[], string[]] | null {
  for (const pattern of comparisons) {
    const [, one, other] = pattern.exec(text) ?? [];
    if (one === undefined || other === undefined) continue;
    const first = contentStems(one, "en");
    const second = contentStems(other, "en");
    const left = first.filter((stem) => !second.includes(stem) && !sayingDifference.has(stem));
    const right = second.filter((stem) => !first.includes(stem) && !sayingDifference.has(stem));
    if (left.length > 0 && right.length > 0) return [[...new Set(left)], [...new Set(right)]];
  }
  return null;
}

/** Words of asking that the patterns may leave at the edge of a side. */
const sayingDifference = new Set(
  contentStems("difference different differ compare comparison distinction mean explain what", "en"),
);
