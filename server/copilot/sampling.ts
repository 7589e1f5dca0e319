import type { CopilotChunk } from "./ports.ts";

/**
 * An even sample of a document's passages: the same number from each tenth, always with the first and the last.
 * @param share of the passages, 0 to 1
 * @param bounds fewest and most, which override the share
 */
export function sampleEvenly<Item>(
  chunks: readonly Item[],
  share: number,
  { least, most }: { least: number; most: number },
): Item[] {
  const wanted = Math.min(chunks.length, Math.max(least, Math.min(most, Math.round(chunks.length * share))));
  if (wanted === chunks.length) return [...chunks];
  if (wanted <= 1) return chunks.slice(0, wanted);
  const step = (chunks.length - 1) / (wanted - 1);
  const places = new Set(Array.from({ length: wanted }, (_, at) => Math.round(at * step)));
  return chunks.filter((_, place) => places.has(place));
}

/** A candidate passage; if it is left out, with the reason. */
export interface PickedChunk {
  chunk: CopilotChunk;
  refused?: string;
}

interface PickOptions {
  each: { least: number; most: number };
  inAll: number;
  floor: number;
}

/**
 * Selects the passages of each document that are good enough, with reasons for the others.
 * @param ranked best first, of all documents
 * @param options.each most and fewest per document; the fewest are taken at any similarity
 * @param options.inAll most in total
 * @param options.floor least similarity; none without vectors
 */
export function pickOfEach(ranked: readonly CopilotChunk[], { each, inAll, floor }: PickOptions): PickedChunk[] {
  const taken = new Map<string, number>();
  let kept = 0;
  return ranked.map((chunk) => {
    const count = taken.get(chunk.version_id) ?? 0;
    const isNear = chunk.similarity === null || chunk.similarity >= floor;
    if (!isNear && count >= each.least) return { chunk, refused: "not relevant to the question" };
    if (count >= each.most) return { chunk, refused: `limit of ${each.most} passages per document reached` };
    if (kept >= inAll) return { chunk, refused: `limit of ${inAll} passages reached` };
    taken.set(chunk.version_id, count + 1);
    kept += 1;
    return { chunk };
  });
}

export function keptOf(picked: readonly PickedChunk[]): CopilotChunk[] {
  return picked.flatMap(({ chunk, refused }) => (refused === undefined ? [chunk] : []));
}

/** Mean of the known similarities; null without any. */
export function meanSimilarity(chunks: readonly CopilotChunk[]): number | null {
  const known = chunks.flatMap(({ similarity }) => (similarity === null ? [] : [similarity]));
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}
