import type { Outcome } from "./judge-answer.ts";

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

/** The same of an evaluation that knows how it came about: a row of the file of single questions. */
export interface JudgedQuestion extends ReportedQuestion {
  standalone: string;
  readings: string[];
}
