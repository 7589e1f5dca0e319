import { sumOfCurves } from "./curves.ts";
import { gradeByMeaning, gradeByWords } from "./grade-models.ts";

/** What retrieval and the quotes say about the chance that the answer is right; each 0..1 unless it says otherwise. */
export interface Evidence {
  /** Cosine of the nearest passage; null on a search without vectors, or when the best passage has none yet. */
  vector: number | null;
  /** Cosine of the sentence that was chosen; null when meaning was not compared. */
  sentence: number | null;
  /** Cosine of the heading above the chosen sentence; 0 when meaning was not compared. */
  asked: number;
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
  /** How much of the words of earlier answers the quoted document has, beyond `talkFloor`; 0 unless the question leaves open what it is about. */
  talk: number;
  /** How far it has more of them than the best other document found, -1..1. */
  talkLead: number;
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

/** Evidence that the grade's curves are fitted for, and whether more of it speaks for an answer or against it. */
export const directions = {
  vector: 1,
  sentence: 1,
  asked: 1,
  coverage: 1,
  substance: 1,
  nearness: 1,
  score: 1,
  answerCoverage: 1,
  bestCoverage: 1,
  heading: 1,
  vectorGap: 1,
  documentGap: 1,
  documentShare: 1,
  rank: 1,
  talk: 1,
  talkLead: 1,
  wantsFact: -1,
  otherKind: -1,
} as const satisfies Partial<Record<keyof Evidence, 1 | -1>>;

export type Signal = keyof typeof directions;

/** The grade on the line: a tenant's threshold unless it chose another. */
const gradeOnLine = 0.7;
/** Sum from which on an answer that is on the subject is shown. Figures of lower and higher ones are in docs/benchmarks.md. */
export const rightLine = -1.75;
/** How fast the grade falls below the line of the topic, beside doubts about what is right; a tenant's lower threshold still reaches some of it. */
const steepnessOfTopic = 2;

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

/** How good, 0..1, an answer made from this evidence is; what is right decides on the subject, the topic off it. */
export function confidenceOf(evidence: Evidence): number {
  const { topic, topicLine, right } = evidence.vector === null ? gradeByWords : gradeByMeaning;
  const { shapeMissing, definitionMissing } = evidence;
  const onTopic = steepnessOfTopic * (sumOfCurves(topic, evidence) - topicLine);
  const isRight = sumOfCurves(right, evidence) - rightLine;
  // On the subject, what is right decides alone.
  const sum =
    Math.min(onTopic < 0 ? onTopic : Number.POSITIVE_INFINITY, isRight) -
    missingShape * shapeMissing -
    missingDefinition * definitionMissing;
  const chance = 1 / (1 + Math.exp(-sum - Math.log(gradeOnLine / (1 - gradeOnLine))));
  return isNoAnswer(evidence) ? Math.min(mostForNoAnswer, chance) : chance;
}
