import { type Outcome, outcomes, type ReportedQuestion } from "./judge-answer.ts";
import type { AskedQuestion } from "./judge-question.ts";
import { auroc, mean, type Scored } from "./separation.ts";

/** One row a set: how many questions came to what, as shares of those that could or could not be answered. */
export function outcomeRow(set: string, judged: ReportedQuestion[]): Record<string, string | number> {
  const shown = judged.filter(isShown);
  const row: Record<string, string | number> = { set, questions: judged.length };
  for (const outcome of outcomes) row[outcome] = judged.filter((each) => each.outcome === outcome).length;
  row["mean length"] = Math.round(mean(shown.map(({ answer }) => answer.length)));
  row["CPU ms"] = Math.round(mean(judged.map(({ cpu_ms }) => cpu_ms)) * 10) / 10;
  row["wall ms"] = Math.round(mean(judged.map(({ wall_ms }) => wall_ms)) * 10) / 10;
  return row;
}

/** One measured share of a set. */
export interface OutcomeFigure {
  on: string;
  name: string;
  value: number;
  /** How many questions the value rests on. */
  count?: number;
}

/** The shares that sum a set up. */
export function outcomeFigures(set: string, judged: ReportedQuestion[]): OutcomeFigure[] {
  const answerable = judged.filter((each) => each.answerable);
  const others = judged.filter((each) => !each.answerable);
  const shown = answerable.filter(isShown);
  const marked = shown.filter(({ held }) => held !== null);
  const figures: OutcomeFigure[] = [];
  const add = (name: string, value: number, count: number) => {
    if (count > 0) figures.push({ on: set, name, value, count });
  };
  add("right and complete, of the shown", share(shown, isComplete), shown.length);
  add(
    "evidence held, of the shown",
    share(marked, ({ held }) => (held ?? 0) >= 0.7),
    marked.length,
  );
  add("wrong document, of the shown", share(shown, wrongDocument), shown.length);
  add("escalated needlessly, of the answerable", share(answerable, needless), answerable.length);
  add("wrong document, of the answerable", share(answerable, wrongDocument), answerable.length);
  add("shown, of the unanswerable", share(others, isShown), others.length);
  add("AUROC of the confidence, right against not right", auroc(answerable.map(rightness)), answerable.length);
  add("AUROC of the confidence, right document first", auroc(answerable.map(rightDocument)), answerable.length);
  return figures.filter(({ value }) => !Number.isNaN(value));
}

/** True when the visitor saw an answer. */
export function isShown({ outcome }: ReportedQuestion): boolean {
  return !outcome.startsWith("escalated") && outcome !== "asked back";
}

function isComplete({ outcome }: ReportedQuestion): boolean {
  return outcome === "right and complete";
}

function needless({ outcome }: ReportedQuestion): boolean {
  return outcome === "escalated needlessly";
}

function wrongDocument({ outcome }: ReportedQuestion): boolean {
  return outcome === "wrong document";
}

function rightness({ score, is_right }: ReportedQuestion): Scored {
  return { score, positive: is_right };
}

function rightDocument({ score, is_right_document }: ReportedQuestion): Scored {
  return { score, positive: is_right_document };
}

function share<Item>(items: Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(test).length / items.length;
}

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
  /** Mean confidence of the answered questions. */
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
      answerable_answered: roundedShare(
        asked.filter(({ answerable }) => answerable),
        ({ score }) => score >= threshold,
      ),
      unanswerable_answered: roundedShare(
        asked.filter(({ answerable }) => !answerable),
        ({ score }) => score >= threshold,
      ),
      right_source: roundedShare(
        answered.filter(({ right_source }) => right_source !== null),
        (each) => each.right_source === true,
      ),
      right_answer: roundedShare(
        answered.filter(({ right_answer }) => right_answer !== null),
        (each) => each.right_answer === true,
      ),
      mean_grade:
        answered.length === 0 ? null : round(answered.reduce((sum, { score }) => sum + score, 0) / answered.length),
    };
  });
}

function roundedShare<Item>(items: Item[], test: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : round(items.filter(test).length / items.length);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
