/** Least cosine of a nearest match: docs/benchmarks.md tells what others would give. */
export const defaultThreshold = 0.85;

/**
 * Where an entry with another answer is nearly as near (cosine), it is a guess which of the two was asked for. Chosen on two thirds of
 * banking77's developer half: less lets wrong ones pass, more refuses right ones.
 */
export const leastLead = 0.08;

/** Least cosine of a question whose passages are those of the cached answer; chosen on doc2dial, docs/benchmarks.md. */
export const passagesThreshold = 0.7;
