import type { CalibrationReport, CalibrationState, GradedAnswers } from "../../../protocol/admin-calibration.ts";

export type GradedAnswer = GradedAnswers["items"][number];

/** The effect of a threshold on answers. */
export interface Preview {
  shown: number;
  toPerson: number;
  /** Shown answers that an agent judged. */
  judgedShown: number;
  wrongShown: number;
  /** Correct answers that would still be handed over. */
  rightToPerson: number;
}

export const isShownAt = ({ score, is_vetoed }: GradedAnswer, threshold: number): boolean =>
  !is_vetoed && score >= threshold;

/** The effect that a threshold would have had on these answers. */
export function tryThreshold(answers: readonly GradedAnswer[], threshold: number): Preview {
  const shown = answers.filter((answer) => isShownAt(answer, threshold));
  const held = answers.filter((answer) => !isShownAt(answer, threshold));
  const judged = shown.filter(({ is_right: isRight }) => isRight !== null);
  return {
    shown: shown.length,
    toPerson: held.length,
    judgedShown: judged.length,
    wrongShown: judged.filter(({ is_right: isRight }) => isRight === false).length,
    rightToPerson: held.filter(({ is_right: isRight }) => isRight === true).length,
  };
}

/** Answers that the other threshold treats differently, those nearest to the threshold first. */
export function changedBetween(answers: readonly GradedAnswer[], saved: number, tried: number): GradedAnswer[] {
  return answers
    .filter((answer) => isShownAt(answer, saved) !== isShownAt(answer, tried))
    .sort((one, other) => Math.abs(one.score - tried) - Math.abs(other.score - tried));
}

/** The answers nearest to the threshold, which help to judge it. */
export function nearest(answers: readonly GradedAnswer[], threshold: number, count: number): GradedAnswer[] {
  return answers
    .filter(({ is_vetoed: isVetoed }) => !isVetoed)
    .sort((one, other) => Math.abs(one.score - threshold) - Math.abs(other.score - threshold))
    .slice(0, count)
    .sort((one, other) => other.score - one.score);
}

/** One bar of the chart: answers in a range of confidence, by the agents' judgement. */
interface Bin {
  from: number;
  right: number;
  wrong: number;
  unjudged: number;
}

export const binCount = 20;

/** Answers in bins of one twentieth, lowest confidence first. Vetoed answers are in no bin. */
export function binsOf(answers: readonly GradedAnswer[]): Bin[] {
  const bins = Array.from({ length: binCount }, (_, index) => ({
    from: index / binCount,
    right: 0,
    wrong: 0,
    unjudged: 0,
  }));
  for (const { score, is_vetoed: isVetoed, is_right: isRight } of answers) {
    // Grades have two decimals; in floating point 0.15 * 20 is slightly above 3 and 0.29 * 100 slightly below 29.
    const bin = bins[Math.min(binCount - 1, Math.floor((Math.round(score * 100) * binCount) / 100))];
    if (!bin || isVetoed) continue;
    bin[isRight === null ? "unjudged" : isRight ? "right" : "wrong"] += 1;
  }
  return bins;
}

/** A share as text, e.g. `7 %`; a dash when the total is zero. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`;
}

/** The current calibration and the suggested one. */
export type CalibrationRead = CalibrationState & { report: CalibrationReport };
