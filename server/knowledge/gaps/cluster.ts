/** Questions as vectors of length one, and groups as lists of their indexes. */
type Vectors = readonly Float32Array[];

/**
 * Average linkage: repeatedly joins the two groups with the smallest average distance, until no two groups are within the limit. The order
 * of the list matters only for exact ties. A chain of nearest neighbours finds the same groups as comparing all pairs each time, in n²
 * steps. Yields about every millisecond, so that the caller can run other work.
 * @param maxDistance 1 minus the cosine, on average over all pairs of two groups
 * @returns the groups, each in the order of the list, ordered by their first members
 */
export function* clusterVectors(vectors: Vectors, maxDistance: number): Generator<void, number[][]> {
  const groups = vectors.map((_, index): number[] | null => [index]);
  const nearness = yield* allNearness(vectors);
  const done: number[][] = [];
  const finish = (at: number) => {
    done.push(groups[at] ?? []);
    groups[at] = null;
  };
  for (let start = 0; start < groups.length; start += 1) {
    if (!groups[start]) continue;
    const chain = [start];
    while (chain.length > 0) {
      const tip = chain.at(-1) ?? start;
      const before = chain.at(-2);
      const nearest = nearestTo(tip, groups, { nearness, preferred: before });
      if (nearest === null || 1 - nearest.value > maxDistance) {
        // Joining other groups never reduces the average distance to this one.
        finish(tip);
        chain.pop();
      } else if (nearest.at === before) {
        chain.length -= 2;
        merge(before, tip, { groups, nearness });
        if (chain.length === 0) chain.push(before);
      } else {
        chain.push(nearest.at);
      }
    }
    yield;
  }
  for (const members of done) members.sort((one, other) => one - other);
  return done.sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

/** Cosines of all pairs, row by row; for groups, the mean over the pairs of their members. */
interface Nearness {
  values: Float32Array;
  size: number;
}

function* allNearness(vectors: Vectors): Generator<void, Nearness> {
  const size = vectors.length;
  const values = new Float32Array(size * size);
  for (const [row, vector] of vectors.entries()) {
    for (let column = row + 1; column < size; column += 1) {
      const cosine = dot(vector, vectors[column] ?? vector);
      values[row * size + column] = cosine;
      values[column * size + row] = cosine;
    }
    yield;
  }
  return { values, size };
}

type Groups = (number[] | null)[];

function nearestTo(
  tip: number,
  groups: Groups,
  { nearness: { values, size }, preferred }: { nearness: Nearness; preferred: number | undefined },
): { at: number; value: number } | null {
  let at = -1;
  let value = Number.NEGATIVE_INFINITY;
  for (let other = 0; other < size; other += 1) {
    if (other === tip || groups[other] === null) continue;
    const near = values[tip * size + other] ?? 0;
    // On a tie, the previous group is preferred; otherwise the chain would never end.
    if (near > value || (near === value && other === preferred)) {
      at = other;
      value = near;
    }
  }
  return at < 0 ? null : { at, value };
}

/** Joins the second group to the first. */
function merge(into: number, from: number, { groups, nearness }: { groups: Groups; nearness: Nearness }): void {
  const { values, size } = nearness;
  const kept = groups[into] ?? [];
  const added = groups[from] ?? [];
  const total = kept.length + added.length;
  for (let other = 0; other < size; other += 1) {
    if (groups[other] === null || other === into || other === from) continue;
    const sum = kept.length * (values[into * size + other] ?? 0) + added.length * (values[from * size + other] ?? 0);
    values[into * size + other] = sum / total;
    values[other * size + into] = sum / total;
  }
  groups[into] = [...kept, ...added];
  groups[from] = null;
}

export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** The mean of the vectors. Its product with another vector is their mean cosine with it. */
export function meanOf(vectors: Vectors): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [index, value] of vector.entries()) mean[index] = (mean[index] ?? 0) + value;
  return mean.map((value) => value / Math.max(1, vectors.length));
}

/** The index of the vector that is nearest to all vectors; on a tie, the first. */
export function mostTypical(vectors: Vectors): number {
  const mean = meanOf(vectors);
  let best = 0;
  for (let index = 1; index < vectors.length; index += 1) {
    if (dot(vectors[index] ?? mean, mean) > dot(vectors[best] ?? mean, mean)) best = index;
  }
  return best;
}
