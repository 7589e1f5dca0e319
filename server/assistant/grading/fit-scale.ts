import type { JudgedGrade } from "./evidence.ts";
import { fitLogistic } from "./logistic.ts";
import { logOdds, type Scale } from "./scale.ts";

/**
 * Strength with which the fit keeps grades unchanged, as information of labels: a label in the middle of the scale counts a quarter. 30
 * labels move the scale about half way to their optimum, 300 nine tenths. The slope moves less easily than the shift, because few labels
 * say little about it.
 */
const pullOnShift = 4;
const pullOnSlope = 8;
/**
 * A flatter scale would give every answer nearly the same grade, and one below 0 would reverse the grader. A steeper one would be certain
 * about everything.
 */
const flattest = 0.25;
const steepest = 4;

/**
 * Fits the scale on which grades equal the share of right answers, by Platt's method with a prior for unchanged grades. Always rising, so
 * the order of grades stays. The same labels give the same result.
 */
export function fitScale(labels: readonly JudgedGrade[]): Scale {
  if (labels.length === 0) return { slope: 1, shift: 0 };
  const [, more = 0] = fitLine(labels, { slope: 1, isSlopeFree: true });
  const slope = Math.max(flattest, Math.min(steepest, 1 + more));
  const [shift = 0] = fitLine(labels, { slope, isSlopeFree: false });
  return { slope: round(slope), shift: round(shift) };
}

function fitLine(
  labels: readonly JudgedGrade[],
  { slope, isSlopeFree }: { slope: number; isSlopeFree: boolean },
): number[] {
  const examples = labels.map(({ score, right: positive, weight }) => {
    const odds = logOdds(score);
    return { values: isSlopeFree ? [1, odds] : [1], positive, weight, offset: slope * odds };
  });
  return fitLogistic(examples, [pullOnShift, pullOnSlope]);
}

/** Finer than any displayed grade, and independent of the order of summation. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
