/** What retrieval and the quotes say about the chance that the answer is right; each 0..1 unless it says otherwise. */
export interface Evidence {
  /** Cosine of the nearest passage; null on a search without vectors, or when the best passage has none yet. */
  vector: number | null;
  /** Cosine of the sentence that was chosen; null when meaning was not compared. */
  sentence: number | null;
  /** Share of the question's weighted words found in a passage, by the tenant's own count of how rare they are. */
  coverage: number;
  /** The same, less for a question with few words, which are found by chance. */
  substance: number;
  /** Cosine of the quoted passage; 0 without vectors. */
  nearness: number;
  /** Fused score of the quoted passage. */
  score: number;
  /** Share of the question's words, weighted among the passages found, in what is shown, its heading included. */
  answerCoverage: number;
  /** The same for the chosen sentence; words of its headings count half. */
  bestCoverage: number;
  /** How much the heading above it and the question are the same. */
  heading: number;
  /** How far the nearest passage is ahead of the fifth nearest. */
  vectorGap: number;
  /** How far the quoted document is ahead of the best other one, as a share of the best score, -1..1. */
  documentGap: number;
  /** Share of the passages found that are of the quoted document. */
  documentShare: number;
  /** Score of the quoted passage as a share of the best one's. */
  rank: number;
  /** How much of the last answer's words one of the passages has, beyond `talkFloor`; 0 at the start of a talk. */
  talk: number;
  /** 1 when the question wants one particular fact (yes or no, how many, when, where, why) instead of an explanation. */
  wantsFact: number;
  /** 1 when the question wants a number, a price or a time and nothing quoted has one. */
  shapeMissing: number;
  /** 1 when the question asks what a thing is and neither a quoted sentence nor a heading above one is about just that. */
  definitionMissing: number;
  /** 1 when the question compares two things and the quotes are silent on one of them. */
  sideMissing: number;
  /** 1 when the quote tells how to delete, cancel, reset or pay what the question does not name. */
  danger: number;
  /** 1 when the best that was found says nothing that the question does not say. */
  echo: number;
}

/** Any two texts of a help centre share this part of their words. */
export const talkFloor = 0.4;

const withVectors: Weights = {
  bias: -5.85,
  vector: 8.21,
  coverage: 2.58,
  answerCoverage: 0.68,
  vectorGap: 1.88,
  talk: 2.46,
  wantsFact: -0.42,
};
const withoutVectors: Weights = { bias: -2.59, coverage: 4.54, answerCoverage: 0.9, talk: 3.45, wantsFact: -0.51 };

/**
 * What takes from the sum although the fit cannot see it, since the sets mark documents and not sentences: an answer about how
 * long something takes without any time in it, or about what a thing is that never says so.
 */
const missingShape = 1.3;
const missingDefinition = 0.7;
/**
 * Below every sensible threshold: half of a comparison is no answer, however near its sentences are, nor is an echo, and nobody
 * may delete or pay because a sentence was near.
 */
const mostForNoAnswer = 0.4;

type Weights = Partial<Record<"bias" | keyof Evidence, number>>;

/** Chance, 0..1, that an answer made from this evidence is right. */
export function confidenceOf(evidence: Evidence): number {
  const weights = evidence.vector === null ? withoutVectors : withVectors;
  const { shapeMissing, definitionMissing, sideMissing, danger, echo } = evidence;
  let sum = (weights.bias ?? 0) - missingShape * shapeMissing - missingDefinition * definitionMissing;
  for (const name of signals) sum += (weights[name] ?? 0) * (evidence[name] ?? 0);
  const chance = 1 / (1 + Math.exp(-sum));
  return sideMissing + danger + echo > 0 ? Math.min(mostForNoAnswer, chance) : chance;
}

/** What the weights are fitted for. */
export const signals = [
  "vector",
  "sentence",
  "coverage",
  "substance",
  "nearness",
  "score",
  "answerCoverage",
  "bestCoverage",
  "heading",
  "vectorGap",
  "documentGap",
  "documentShare",
  "rank",
  "talk",
  "wantsFact",
] as const satisfies (keyof Evidence)[];
