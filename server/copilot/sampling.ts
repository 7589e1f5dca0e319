import type { CopilotChunk } from "./ports.ts";

/**
 * Passages that stand for a whole document: as many from each tenth of it, always the first and the last.
 * @param share of the passages, 0 to 1
 * @param bounds fewest and most, which count more than the share
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

/** A passage that was looked at, with why it is left out, if it is. */
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
 * Which passages of each document are good enough, and why the others are not.
 * @param ranked best first, of all documents
 * @param options.each most and fewest of one document; the fewest are taken however near they are
 * @param options.inAll most of all together
 * @param options.floor similarity below which a passage counts no more; none without vectors
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

/** Mean of the similarities that are known; null where none is. */
export function meanSimilarity(chunks: readonly CopilotChunk[]): number | null {
  const known = chunks.flatMap(({ similarity }) => (similarity === null ? [] : [similarity]));
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}
