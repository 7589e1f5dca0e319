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
  /** 1 when what is quoted stands below a question of another kind. */
  otherKind: number;
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

/** Names of the evidence that weights are fitted for. */
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
  "otherKind",
] as const satisfies (keyof Evidence)[];

export type Weights = Partial<Record<"bias" | (typeof signals)[number], number>>;

/** Two questions that are asked of the evidence, each with a logistic model and the value of its sum from which on the answer is shown. */
interface Model {
  /** Is the question about what these documents are about? */
  topic: Weights;
  topicLine: number;
  /** If it is: does the answer cite the right document and hold its evidence? */
  right: Weights;
  rightLine: number;
}

/**
 * Fitted by `scripts/eval/answers/fit-grade.ts` on the work parts of doc2dial (1,303 questions, and the same put to a wrong domain), MTRAG
 * govt (106) and frequent questions on COVID-19 (511); for "right" every set has the same weight. The lines are where a hundredth of the
 * wrong domain is shown, and where few more right answers are held back than wrong ones. Without vectors: the same questions with the passages
 * ranked by their words. docs/benchmarks.md has what came of it. Cosines of another embedding model are on another scale.
 */
const models: Record<"withVectors" | "withoutVectors", Model> = {
  withVectors: {
    topic: {
      bias: -6.9,
      vector: 2.41,
      sentence: 2.51,
      coverage: 3.12,
      substance: 0.78,
      nearness: 2.53,
      score: 2.18,
      answerCoverage: 0.64,
      bestCoverage: 0.34,
      heading: 2.9,
      vectorGap: 1.57,
      documentGap: 0.31,
      documentShare: 0.02,
      rank: -0.09,
      talk: 5.11,
      wantsFact: -0.05,
      otherKind: -0.35,
    },
    topicLine: 1.27,
    right: {
      bias: -4.0,
      vector: 0.27,
      sentence: 3.05,
      coverage: 0.6,
      substance: -0.12,
      nearness: 2.28,
      score: -1.61,
      answerCoverage: 1.1,
      bestCoverage: -0.5,
      heading: -0.16,
      vectorGap: 1.77,
      documentGap: 2.84,
      documentShare: -0.4,
      rank: 0.28,
      talk: 0.24,
      wantsFact: 0.07,
      otherKind: -0.95,
    },
    rightLine: -1.5,
  },
  withoutVectors: {
    topic: {
      bias: -4.21,
      coverage: 3.05,
      substance: 3.06,
      score: 0.63,
      answerCoverage: 0.61,
      bestCoverage: 0.38,
      heading: 4.28,
      documentGap: -0.12,
      documentShare: 1.33,
      rank: 0.21,
      talk: 5.81,
      wantsFact: -0.09,
      otherKind: -0.57,
    },
    topicLine: 1.3,
    right: {
      bias: -2.47,
      coverage: 1.1,
      substance: 0.2,
      score: -0.98,
      answerCoverage: 0.79,
      bestCoverage: -0.63,
      heading: 1.46,
      documentGap: 1.88,
      documentShare: 0.06,
      rank: 1.05,
      talk: 0.71,
      wantsFact: 0.23,
      otherKind: -1.64,
    },
    rightLine: -1.5,
  },
};

/** The grade on the line: a tenant's threshold unless it chose another. */
const gradeOnLine = 0.7;
/** Off the subject is off at once; how right an answer is comes by degrees. */
const steepnessOfTopic = 5;

/**
 * What takes from the sum although the fit cannot see it, since the sets mark documents and not sentences: an answer about how
 * long something takes without any time in it, or about what a thing is that never says so.
 */
const missingShape = 3;
const missingDefinition = 0.7;
/**
 * Below every sensible threshold: half of a comparison is no answer, however near its sentences are, nor is an echo, and nobody
 * may delete or pay because a sentence was near.
 */
const mostForNoAnswer = 0.4;

/** True for what is no answer at all, however near it is: such a grade is capped, and no threshold lets it through. */
export function isNoAnswer({ sideMissing, danger, echo }: Evidence): boolean {
  return sideMissing + danger + echo > 0;
}

/** How good, 0..1, an answer made from this evidence is; the weaker of the two sums decides. */
export function confidenceOf(evidence: Evidence): number {
  const { topic, topicLine, right, rightLine } = models[evidence.vector === null ? "withoutVectors" : "withVectors"];
  const { shapeMissing, definitionMissing } = evidence;
  const onTopic = steepnessOfTopic * (sumOf(topic, evidence) - topicLine);
  const isRight = sumOf(right, evidence) - rightLine;
  const sum = Math.min(onTopic, isRight) - missingShape * shapeMissing - missingDefinition * definitionMissing;
  const chance = 1 / (1 + Math.exp(-sum - Math.log(gradeOnLine / (1 - gradeOnLine))));
  return isNoAnswer(evidence) ? Math.min(mostForNoAnswer, chance) : chance;
}

function sumOf(weights: Weights, evidence: Evidence): number {
  return signals.reduce((sum, name) => sum + (weights[name] ?? 0) * (evidence[name] ?? 0), weights.bias ?? 0);
}
