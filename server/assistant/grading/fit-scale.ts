import type { JudgedGrade } from "./evidence.ts";
import { fitLogistic } from "./logistic.ts";
import { logOdds, type Scale } from "./scale.ts";

/**
 * How strongly grades are held where they are, as the information of labels: a label in the middle of the scale is worth a quarter. 30
 * labels move the scale about half of the way they point, 300 nine tenths. The slope moves less easily than the shift: few labels say
 * little about it.
 */
const pullOnShift = 4;
const pullOnSlope = 8;
/** A flatter scale would say the same of every answer, one below 0 the opposite of the grader. A steeper one is sure of everything. */
const flattest = 0.25;
const steepest = 4;

/**
 * The scale on which grades say how often answers are right, by Platt's method with a prior on leaving them as they are. Always rising: the order of
 * grades stays. On the same labels it is the same.
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

/** Finer than any grade shows, and the same whoever adds it up. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
