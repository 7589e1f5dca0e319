import type { CalibrationReport, CalibrationState, GradedAnswers } from "../../../protocol/admin-calibration.ts";

export type GradedAnswer = GradedAnswers["items"][number];

/** What a threshold does to answers. */
export interface Trial {
  shown: number;
  toPerson: number;
  /** Of the shown ones that somebody judged. */
  judgedShown: number;
  wrongShown: number;
  /** Answers that were right and go to a person all the same. */
  rightToPerson: number;
}

export const isShownAt = ({ score, is_vetoed }: GradedAnswer, threshold: number): boolean =>
  !is_vetoed && score >= threshold;

/** What a threshold would have done to these answers. */
export function tryThreshold(answers: readonly GradedAnswer[], threshold: number): Trial {
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

/** Answers that another threshold treats otherwise, the nearest to the line first. */
export function changedBetween(answers: readonly GradedAnswer[], saved: number, tried: number): GradedAnswer[] {
  return answers
    .filter((answer) => isShownAt(answer, saved) !== isShownAt(answer, tried))
    .sort((one, other) => Math.abs(one.score - tried) - Math.abs(other.score - tried));
}

/** The answers beside the line: whoever reads them knows whether it stands right. */
export function nearest(answers: readonly GradedAnswer[], threshold: number, count: number): GradedAnswer[] {
  return answers
    .filter(({ is_vetoed: isVetoed }) => !isVetoed)
    .sort((one, other) => Math.abs(one.score - threshold) - Math.abs(other.score - threshold))
    .slice(0, count)
    .sort((one, other) => other.score - one.score);
}

/** One bar of the picture: answers between two grades, by what people made of them. */
interface Bin {
  from: number;
  right: number;
  wrong: number;
  unjudged: number;
}

export const binCount = 20;

/** Answers by twentieths of their grade, the lowest first. What is vetoed is no answer and stands in none. */
export function binsOf(answers: readonly GradedAnswer[]): Bin[] {
  const bins = Array.from({ length: binCount }, (_, index) => ({
    from: index / binCount,
    right: 0,
    wrong: 0,
    unjudged: 0,
  }));
  for (const { score, is_vetoed: isVetoed, is_right: isRight } of answers) {
    // Grades are hundredths: 0.15 * 20 is a little more than 3, 0.29 * 100 a little less than 29.
    const bin = bins[Math.min(binCount - 1, Math.floor((Math.round(score * 100) * binCount) / 100))];
    if (!bin || isVetoed) continue;
    bin[isRight === null ? "unjudged" : isRight ? "right" : "wrong"] += 1;
  }
  return bins;
}

/** A part of a whole in words, e.g. `7 %`; nothing of nothing is a dash. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`;
}

/** The calibration that is set, and what would fit. */
export type CalibrationRead = CalibrationState & { report: CalibrationReport };
