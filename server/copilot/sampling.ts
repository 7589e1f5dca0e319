import type { CopilotChunk } from "./ports.ts";

/**
 * Passages that stand for a whole document: as many from each tenth of it, always the first and the last.
 * @param share of the passages, 0 to 1
 * @param bounds fewest and most, which count more than the share
 */
export function sampleEvenly(
  chunks: readonly CopilotChunk[],
  share: number,
  { least, most }: { least: number; most: number },
): CopilotChunk[] {
  const wanted = Math.min(chunks.length, Math.max(least, Math.min(most, Math.round(chunks.length * share))));
  if (wanted === chunks.length) return [...chunks];
  if (wanted <= 1) return chunks.slice(0, wanted);
  const step = (chunks.length - 1) / (wanted - 1);
  const places = new Set(Array.from({ length: wanted }, (_, at) => Math.round(at * step)));
  return chunks.filter((_, place) => places.has(place));
}

/**
 * The best passages of each document, while they are near enough.
 * @param ranked best first, of all documents
 * @param each most and fewest of one document; the fewest are taken however near they are
 * @param inAll most of all together
 * @param floor similarity below which a passage counts no more; none without vectors
 */
export function bestOfEach(
  ranked: readonly CopilotChunk[],
  { each, inAll, floor }: { each: { least: number; most: number }; inAll: number; floor: number },
): CopilotChunk[] {
  const taken = new Map<string, number>();
  const kept: CopilotChunk[] = [];
  for (const chunk of ranked) {
    const count = taken.get(chunk.version_id) ?? 0;
    const isNear = chunk.similarity === null || chunk.similarity >= floor;
    if (kept.length >= inAll || count >= each.most || (!isNear && count >= each.least)) continue;
    taken.set(chunk.version_id, count + 1);
    kept.push(chunk);
  }
  return kept;
}

/** Mean of the similarities that are known; null where none is. */
export function meanSimilarity(chunks: readonly CopilotChunk[]): number | null {
  const known = chunks.flatMap(({ similarity }) => (similarity === null ? [] : [similarity]));
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}
