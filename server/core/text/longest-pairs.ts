/**
 * Pairs of two lists, in the order of both, with the largest total gain (the longest common subsequence if each gain is 1). Time and memory
 * grow with the product of the lengths: callers limit them.
 * @param gain of a pair, 0 if it is not a pair
 */
export function longestPairs(
  left: number,
  right: number,
  gain: (left: number, right: number) => number,
): [left: number, right: number][] {
  const best = Array.from({ length: left + 1 }, () => new Float32Array(right + 1));
  const gains = Array.from({ length: left }, (_, i) => Float32Array.from({ length: right }, (_, j) => gain(i, j)));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  const gainAt = (i: number, j: number) => gains[i]?.[j] ?? 0;
  for (let i = left - 1; i >= 0; i -= 1)
    for (let j = right - 1; j >= 0; j -= 1) {
      const own = gainAt(i, j);
      const row = best[i];
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), own > 0 ? own + at(i + 1, j + 1) : 0);
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left && j < right; ) {
    const own = gainAt(i, j);
    // Sums of 32-bit floats are not exact.
    if (own > 0 && at(i, j) <= own + at(i + 1, j + 1) + 1e-4) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
