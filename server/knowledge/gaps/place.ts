import { dot, meanOf } from "./cluster.ts";

export interface VectorOf {
  id: string;
  vector: Float32Array;
}

/** The existing gaps, and the questions that are in no gap. */
export interface Places {
  /** The mean of a gap's vectors, and their number. */
  gaps: { id: string; mean: Float32Array; count: number }[];
  singles: VectorOf[];
}

/** Questions that join a gap, and groups that become new gaps. All other questions stay without a gap. */
export interface Placed {
  joined: { id: string; gapId: string }[];
  founded: string[][];
}

/**
 * Places questions one by one: each joins the gap with the smallest average distance, or forms a new gap with a single question. Uses the
 * same distance as clustering, but does not move questions that are already placed.
 */
export function placeQuestions(questions: readonly VectorOf[], places: Places, maxDistance: number): Placed {
  const gaps = places.gaps.map((gap) => ({ ...gap, founders: null as string[] | null }));
  const alone = [...places.singles];
  const joined: Placed["joined"] = [];
  for (const question of questions) {
    const gap = nearest(question.vector, gaps, ({ mean }) => mean);
    if (gap && 1 - gap.cosine <= maxDistance) {
      const { item } = gap;
      if (item.founders) item.founders.push(question.id);
      else joined.push({ id: question.id, gapId: item.id });
      item.mean = movedMean(item, question.vector);
      item.count += 1;
      continue;
    }
    const single = nearest(question.vector, alone, ({ vector }) => vector);
    if (single && 1 - single.cosine <= maxDistance) {
      const { item } = single;
      alone.splice(alone.indexOf(item), 1);
      const mean = meanOf([item.vector, question.vector]);
      gaps.push({ id: "", mean, count: 2, founders: [item.id, question.id] });
      continue;
    }
    alone.push(question);
  }
  return { joined, founded: gaps.flatMap(({ founders }) => (founders ? [founders] : [])) };
}

function movedMean({ mean, count }: { mean: Float32Array; count: number }, vector: Float32Array): Float32Array {
  return mean.map((value, index) => (value * count + (vector[index] ?? 0)) / (count + 1));
}

/** The item with the largest cosine; null when there are no items. */
export function nearest<T>(
  vector: Float32Array,
  items: readonly T[],
  vectorOf: (item: T) => Float32Array,
): { item: T; cosine: number } | null {
  let best: { item: T; cosine: number } | null = null;
  for (const item of items) {
    const cosine = dot(vector, vectorOf(item));
    if (!best || cosine > best.cosine) best = { item, cosine };
  }
  return best;
}
