/**
 * Weight of each stem: the rarer among the pieces that were found, the more it tells. A stem that is in none of
 * them weighs most: it is what the passages do not cover.
 */
export function weighTerms(stems: readonly string[], pieces: ReadonlySet<string>[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const stem of stems) {
    const holding = pieces.reduce((sum, piece) => sum + (piece.has(stem) ? 1 : 0), 0);
    weights.set(stem, Math.log(1 + (pieces.length - holding + 0.5) / (holding + 0.5)) + 0.2);
  }
  return weights;
}

/** Share of the weights that these stems cover, 0..1. */
export function coverageOf(weights: ReadonlyMap<string, number>, stems: ReadonlySet<string>): number {
  let total = 0;
  let covered = 0;
  for (const [stem, weight] of weights) {
    total += weight;
    if (stems.has(stem)) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}
