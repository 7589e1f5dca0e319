/** What retrieval and the picked sentences say about the chance that the answer is right; each 0..1. */
export interface Evidence {
  /** Cosine of the nearest passage; null on a search without vectors, or when the best passage has none yet. */
  vector: number | null;
  /** Share of the question's weighted words found in a passage, by the tenant's own count of how rare they are. */
  coverage: number;
  /** The same for the answer's own sentences. */
  answerCoverage: number;
  /** How far the nearest passage is ahead of the fifth nearest. */
  vectorGap: number;
  /** How much of the last answer's words one of the passages has, beyond `talkFloor`; 0 at the start of a talk. */
  talk: number;
  /** 1 when the question wants one particular fact (yes or no, how many, when, where, why) instead of an explanation. */
  wantsFact: number;
  /** 1 when the question wants a number, a price or a time and no picked sentence has one. */
  shapeMissing: number;
  /** 1 when the question asks what a thing is and neither a picked sentence nor a heading above one is about just that. */
  definitionMissing: number;
  /** 1 when the question compares two things and the picked sentences are silent on one of them. */
  sideMissing: number;
}

/** Any two texts of a help centre share this part of their words. */
export const talkFloor = 0.4;

/**
 * Two logistic models, with and without vectors (AUROC without: 0.905, 0.913 and 0.802), fitted on clinc150 (1,150 questions), doc2dial (600, each asked of its own and of
 * a wrong domain) and MTRAG (673), every set with the same weight and split by conversation into five parts; a part's figures
 * come from the other four: AUROC 0.968, 0.958 and 0.772. The score is the chance that one of the passages is one that people
 * marked as right; `docs/benchmarks.md` has the table. Cosines of another embedding model are on another scale.
 */
const withVectors: Weights = {
  bias: -5.85,
  vector: 8.21,
  coverage: 2.58,
  answerCoverage: 0.68,
  vectorGap: 1.88,
  talk: 2.46,
  wantsFact: -0.42,
};
const withoutVectors: Weights = {
  bias: -2.59,
  vector: 0,
  coverage: 4.54,
  answerCoverage: 0.9,
  vectorGap: 0,
  talk: 3.45,
  wantsFact: -0.51,
};

/**
 * What takes from the sum although the fit cannot see it, since the sets mark documents and not sentences: an answer about how
 * long something takes without any time in it, or about what a thing is that never says so.
 */
const missingShape = 1.3;
const missingDefinition = 0.7;
/** Half of a comparison is no answer, however near its sentences are: below every sensible threshold. */
const mostForHalf = 0.4;

type Weights = Record<"bias" | Exclude<keyof Evidence, "shapeMissing" | "definitionMissing" | "sideMissing">, number>;

/** Chance, 0..1, that an answer made from this evidence is right. */
export function confidenceOf(evidence: Evidence): number {
  const weights = evidence.vector === null ? withoutVectors : withVectors;
  const sum =
    weights.bias +
    weights.vector * (evidence.vector ?? 0) +
    weights.coverage * evidence.coverage +
    weights.answerCoverage * evidence.answerCoverage +
    weights.vectorGap * evidence.vectorGap +
    weights.talk * evidence.talk +
    weights.wantsFact * evidence.wantsFact -
    missingShape * evidence.shapeMissing -
    missingDefinition * evidence.definitionMissing;
  const chance = 1 / (1 + Math.exp(-sum));
  return evidence.sideMissing === 1 ? Math.min(mostForHalf, chance) : chance;
}
