/** A text that was made and the one that people wrote. */
export interface TextPair {
  made: string;
  wanted: string;
}

const longestGram = 4;

/** BLEU-4 of a whole set, 0..1: words and punctuation marks in lower case, one reference, brevity penalty, no smoothing. */
export function bleu(pairs: TextPair[]): number {
  const matches = new Array<number>(longestGram).fill(0);
  const totals = new Array<number>(longestGram).fill(0);
  let madeLength = 0;
  let wantedLength = 0;
  for (const { made, wanted } of pairs) {
    const one = wordsAndMarks(made);
    const other = wordsAndMarks(wanted);
    madeLength += one.length;
    wantedLength += other.length;
    for (let size = 1; size <= longestGram; size += 1) {
      matches[size - 1] = (matches[size - 1] ?? 0) + shared(gramCounts(one, size), gramCounts(other, size));
      totals[size - 1] = (totals[size - 1] ?? 0) + Math.max(0, one.length - size + 1);
    }
  }
  if (matches.some((count) => count === 0)) return 0;
  const precision =
    matches.reduce((sum, count, index) => sum + Math.log(count / (totals[index] ?? 1)), 0) / longestGram;
  return Math.exp(precision) * Math.min(1, Math.exp(1 - wantedLength / madeLength));
}

/** Mean share of the wanted words that the made text has, 0..1. */
export function rougeRecall(pairs: TextPair[]): number {
  const shares = pairs.map(({ made, wanted }) => {
    const words = plainWords(wanted);
    return words.length === 0 ? 0 : shared(gramCounts(plainWords(made), 1), gramCounts(words, 1)) / words.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** True when both texts have the same words in the same order, whatever their case and punctuation. */
export function sameWords(one: string, other: string): boolean {
  return plainWords(one).join(" ") === plainWords(other).join(" ");
}

function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function wordsAndMarks(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function gramCounts(words: string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= words.length; start += 1) {
    const gram = words.slice(start, start + size).join("\u0000");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function shared(one: Map<string, number>, other: Map<string, number>): number {
  let sum = 0;
  for (const [gram, count] of one) sum += Math.min(count, other.get(gram) ?? 0);
  return sum;
}
