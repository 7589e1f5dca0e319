import type { Evidence } from "../../../server/models/extractive/calibration.ts";
import type { Outcome } from "./judge-answer.ts";
import type { Part } from "./parts.ts";

/** A question of an evaluation, what came of it and how good that was: a row of the file of single questions. */
export interface JudgedQuestion {
  set: string;
  part: Part;
  id: string;
  question: string;
  standalone: string;
  answerable: boolean;
  outcome: Outcome;
  /** The answer, shown or held back, is right: what the grade should tell. */
  is_right: boolean;
  is_right_document: boolean;
  held: number | null;
  score: number;
  reason: string;
  answer: string;
  /** Names of the documents cited, in order. */
  cited: string[];
  relevant: readonly string[];
  evidence: string;
  readings: string[];
  /** What the grade rests on; null when nothing was found. */
  signals: Evidence | null;
  cpu_ms: number;
  wall_ms: number;
}
