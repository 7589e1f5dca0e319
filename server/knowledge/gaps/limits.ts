/**
 * Largest average distance between the questions of a gap: 1 minus the cosine. Chosen on MTRAG and doc2dial with the built-in embedding
 * model; figures in docs/benchmarks.md.
 */
export const maxGapDistance = 0.5;
