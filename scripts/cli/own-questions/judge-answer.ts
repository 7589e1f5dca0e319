import { languageOf } from "../../../server/core/text/language.ts";
import { contentStems } from "../../../server/core/text/words.ts";

/** Lowest share of the evidence's words in a complete answer, 0 to 1. */
export const completeShare = 0.7;

/** Outcomes of a question. The first three were shown. */
export const outcomes = [
  "right and complete",
  "right document, evidence missing",
  "wrong document",
  "escalated needlessly",
  "asked back",
  "escalated rightly",
  "answered though it should not",
] as const;
export type Outcome = (typeof outcomes)[number];

/** The expectations for a question. */
export interface Expected {
  answerable: boolean;
  /** Names of the documents that answer the question. */
  relevant: readonly string[];
  /** Text that the answer must contain; empty when nobody marked it. */
  evidence: string;
  /**
   * Required share of its words, 0 to 1. It is lower for a person's answer than for marked text, because the assistant uses other words.
   */
  share: number;
}

/** The assistant's answer. */
export interface Given {
  text: string;
  /** Name of the document that is cited first; null without a citation. */
  first: string | null;
  shown: boolean;
  askedBack: boolean;
}

export interface Judgement {
  outcome: Outcome;
  /** The answer is right, whether it was shown or held back. */
  isRight: boolean;
  isRightDocument: boolean;
  /** Share of the evidence's words in the answer, 0 to 1; null when nobody marked evidence. */
  held: number | null;
}

/** A question with its outcome and judgement, for tables and pages. */
export interface ReportedQuestion {
  set: string;
  id: string;
  question: string;
  answerable: boolean;
  outcome: Outcome;
  /** The answer is right, whether it was shown or held back. The grade should predict this. */
  is_right: boolean;
  is_right_document: boolean;
  /** Share of the evidence's words in the answer, 0 to 1; null when nobody marked evidence. */
  held: number | null;
  score: number;
  reason: string;
  answer: string;
  /** Names of the cited documents, in order. */
  cited: string[];
  relevant: readonly string[];
  evidence: string;
  cpu_ms: number;
  wall_ms: number;
}

/** Judges one answer by its first citation and its share of the evidence's words. */
export function judgeAnswer(expected: Expected, given: Given): Judgement {
  const isRightDocument = given.first !== null && expected.relevant.includes(given.first);
  const held = expected.evidence === "" ? null : heldShare(expected.evidence, given.text);
  const isComplete = held === null || held >= expected.share;
  const isRight = expected.answerable && isRightDocument && isComplete;
  return { outcome: outcomeOf(expected, given, { isRight, isRightDocument }), isRight, isRightDocument, held };
}

function outcomeOf(
  { answerable }: Expected,
  { shown, askedBack }: Given,
  { isRight, isRightDocument }: Pick<Judgement, "isRight" | "isRightDocument">,
): Outcome {
  if (askedBack) return answerable ? "asked back" : "escalated rightly";
  if (!answerable) return shown ? "answered though it should not" : "escalated rightly";
  if (!shown) return "escalated needlessly";
  if (isRight) return "right and complete";
  return isRightDocument ? "right document, evidence missing" : "wrong document";
}

/** Share of the different content words of the evidence that the text contains, 0 to 1. */
export function heldShare(evidence: string, text: string): number {
  const language = languageOf(evidence);
  const wanted = new Set(contentStems(evidence, language));
  const had = new Set(contentStems(text, language));
  return wanted.size === 0 ? 1 : [...wanted].filter((stem) => had.has(stem)).length / wanted.size;
}
