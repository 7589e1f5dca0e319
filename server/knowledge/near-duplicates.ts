/** Words in a row that are compared. */
const shingleWords = 4;
/** Share of the shorter text's shingles found in the other that makes it a repetition. */
const sameShare = 0.8;

/**
 * Drops texts that repeat an earlier one nearly word for word; the order is kept. Between documents that is for an answer,
 * which needs each text once; a list of sources names every document that says it.
 */
export function withoutNearDuplicates<T extends { text: string; document_id?: string }>(
  items: T[],
  limit: number,
  options: { acrossDocuments: boolean } = { acrossDocuments: true },
): T[] {
  const kept: { item: T; shingles: Set<string> }[] = [];
  for (const item of items) {
    if (kept.length >= limit) break;
    const shingles = shinglesOf(item.text);
    const isRepeated = kept.some(
      (other) =>
        (options.acrossDocuments || other.item.document_id === item.document_id) && isSame(shingles, other.shingles),
    );
    if (!isRepeated) kept.push({ item, shingles });
  }
  return kept.map(({ item }) => item);
}

function isSame(a: Set<string>, b: Set<string>): boolean {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  // A short text inside a long one is no duplicate: the long one says more.
  if (short.size < long.size * sameShare) return false;
  let shared = 0;
  for (const shingle of short) if (long.has(shingle)) shared += 1;
  return shared >= short.size * sameShare;
}

function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length <= shingleWords) return new Set([words.join(" ")]);
  return new Set(words.slice(shingleWords - 1).map((_, index) => words.slice(index, index + shingleWords).join(" ")));
}
