/** Words in a row that are compared. */
const shingleWords = 4;
/** Share of the longer text's shingles found in the other that makes it a repetition. */
const sameShare = 0.8;

/** True when two texts, given as {@link shinglesOf} them, say the same nearly word for word. */
export function isRepetition(a: Set<string>, b: Set<string>): boolean {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  // A short text inside a long one is no duplicate: the long one says more.
  if (short.size < long.size * sameShare) return false;
  let shared = 0;
  for (const shingle of short) if (long.has(shingle)) shared += 1;
  return shared >= short.size * sameShare;
}

/** A text as the set of its overlapping runs of words. */
export function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length <= shingleWords) return new Set([words.join(" ")]);
  return new Set(words.slice(shingleWords - 1).map((_, index) => words.slice(index, index + shingleWords).join(" ")));
}
