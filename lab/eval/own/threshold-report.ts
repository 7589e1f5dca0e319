import { type Outcome, outcomes } from "../answers/judge-answer.ts";
import type { AskedQuestion } from "./judge-own.ts";

/** How many questions came to what. */
export function outcomeCounts(asked: AskedQuestion[]): { outcome: Outcome; questions: number }[] {
  return outcomes
    .map((outcome) => ({ outcome, questions: asked.filter((each) => each.outcome === outcome).length }))
    .filter(({ questions }) => questions > 0);
}

/** What happens to the questions of the file at one threshold; shares are null when they rest on no question. */
export interface ThresholdRow {
  threshold: number;
  answered: number;
  escalated: number;
  /** Of the answerable questions, those answered; of the others, those answered all the same. */
  answerable_answered: number | null;
  unanswerable_answered: number | null;
  /** Of the answered questions with an expectation, those that met it. */
  right_source: number | null;
  right_answer: number | null;
  /** What the grades promise for the answered ones. */
  mean_grade: number | null;
}

const steps = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** One row for each threshold, the tenant's own among them. */
export function thresholdRows(asked: AskedQuestion[], own: number): ThresholdRow[] {
  const thresholds = [...new Set([...steps, own])].sort((one, other) => one - other);
  return thresholds.map((threshold) => {
    const answered = asked.filter(({ score }) => score >= threshold);
    return {
      threshold,
      answered: answered.length,
      escalated: asked.length - answered.length,
      answerable_answered: share(
        asked.filter(({ answerable }) => answerable),
        ({ score }) => score >= threshold,
      ),
      unanswerable_answered: share(
        asked.filter(({ answerable }) => !answerable),
        ({ score }) => score >= threshold,
      ),
      right_source: share(
        answered.filter(({ right_source }) => right_source !== null),
        (each) => each.right_source === true,
      ),
      right_answer: share(
        answered.filter(({ right_answer }) => right_answer !== null),
        (each) => each.right_answer === true,
      ),
      mean_grade:
        answered.length === 0 ? null : round(answered.reduce((sum, { score }) => sum + score, 0) / answered.length),
    };
  });
}

function share<Item>(items: Item[], test: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : round(items.filter(test).length / items.length);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
