import { languageOf } from "../../../server/core/text/language.ts";
import { contentStems } from "../../../server/core/text/words.ts";

/** Share of the evidence's words that a complete answer has. */
export const completeShare = 0.7;

/** What became of a question. The first three were shown. */
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

/** What is known of a question beforehand. */
export interface Expected {
  answerable: boolean;
  /** Names of the documents that answer it. */
  relevant: readonly string[];
  /** Text that the answer must hold; empty when nobody marked it. */
  evidence: string;
  /** Share of its words that is asked for. People word their answers anew, which asks for less than marked text does. */
  share: number;
}

/** What the assistant did. */
export interface Given {
  text: string;
  /** Name of the document that is cited first; null without a citation. */
  first: string | null;
  shown: boolean;
  askedBack: boolean;
}

export interface Judgement {
  outcome: Outcome;
  /** The answer, shown or held back, is the right one. */
  isRight: boolean;
  isRightDocument: boolean;
  /** Share of the evidence's words in the answer; null when nobody marked it. */
  held: number | null;
}

/** A question that was asked, what came of it and how good that was: what tables and pages show. */
export interface ReportedQuestion {
  set: string;
  id: string;
  question: string;
  answerable: boolean;
  outcome: Outcome;
  /** The answer, shown or held back, is right: what the grade should tell. */
  is_right: boolean;
  is_right_document: boolean;
  /** Share of the evidence's words in the answer; null when nobody marked it. */
  held: number | null;
  score: number;
  reason: string;
  answer: string;
  /** Names of the documents cited, in order. */
  cited: string[];
  relevant: readonly string[];
  evidence: string;
  cpu_ms: number;
  wall_ms: number;
}

/** Judges one answer by what it cites first and by how many of the evidence's words it holds. */
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

/** Share of the different content words of a text that another has, 0..1. */
export function heldShare(evidence: string, text: string): number {
  const language = languageOf(evidence);
  const wanted = new Set(contentStems(evidence, language));
  const had = new Set(contentStems(text, language));
  return wanted.size === 0 ? 1 : [...wanted].filter((stem) => had.has(stem)).length / wanted.size;
}
