/** What retrieval and the picked sentences say about the chance that the answer is right; each 0..1, except `vector` when unknown. */
export interface Evidence {
  /** Cosine of the best passage, null on a search without vectors. */
  vector: number | null;
  /** Share of the question's weighted words found in the best passage, its title and heading. */
  coverage: number;
  /** The same for the answer's own sentences. */
  answerCoverage: number;
  /** How far the best passage is ahead of the fifth. */
  gap: number;
  /** 1 when the question wants a number, a price or a time and no picked sentence has one. */
  shapeMissing: number;
}

/**
 * Logistic models of "a passage that answers the question was among the first three". Placeholder until fitted.
 */
const withVectors = { bias: -5.2, vector: 6.5, coverage: 2.6, answerCoverage: 1.4, gap: 0.6 };
const withoutVectors = { bias: -3.4, vector: 0, coverage: 3.6, answerCoverage: 2.2, gap: 1.2 };

/** Chance, 0..1, that an answer made from this evidence is right. */
export function confidenceOf({ vector, coverage, answerCoverage, gap }: Evidence): number {
  const model = vector === null ? withoutVectors : withVectors;
  const sum =
    model.bias +
    model.vector * (vector ?? 0) +
    model.coverage * coverage +
    model.answerCoverage * answerCoverage +
    model.gap * gap;
  return 1 / (1 + Math.exp(-sum));
}
