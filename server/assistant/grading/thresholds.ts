import type { JudgedGrade } from "./evidence.ts";

/** An answer with its grade on the current scale; `right` is absent when there is no evidence. */
export interface GradedAnswer {
  score: number;
  isVetoed: boolean;
  judged: Pick<JudgedGrade, "right" | "weight"> | null;
}

/** A share of fewer labelled answers is not meaningful. */
const leastShown = 10;
/** Tolerance for shares, which are sums of weights. */
const rounding = 1e-9;
/** An answer that is more likely wrong than right is not shown, even when many good ones have the same grade. */
const lowestSensible = 0.5;
const bands = 10;

/**
 * The lowest threshold at which the share of wrong answers among those shown, by weight, does not exceed a limit.
 * @returns null when there is no such threshold with at least ten labelled answers at or above it.
 */
export function lowestThreshold(answers: readonly GradedAnswer[], mostWrong: number): number | null {
  const sorted = answers
    .filter(({ isVetoed, judged, score }) => !isVetoed && judged !== null && score >= lowestSensible)
    .sort((one, other) => other.score - one.score);
  let lowest: number | null = null;
  for (const [index, { score }] of sorted.entries()) {
    if (sorted[index + 1]?.score === score || index + 1 < leastShown) continue;
    const wrong = wrongShare(sorted.slice(0, index + 1));
    if (wrong !== null && wrong <= mostWrong + rounding) lowest = score;
  }
  return lowest;
}

/** How many answers a threshold shows and hands over, and how many of the shown labelled ones are wrong. */
export function effectOf(
  answers: readonly GradedAnswer[],
  threshold: number,
): { shown: number; to_person: number; wrong_of_shown: number | null } {
  const shown = answers.filter(({ isVetoed, score }) => !isVetoed && score >= threshold);
  return {
    shown: shown.length,
    to_person: answers.length - shown.length,
    wrong_of_shown: rounded(wrongShare(shown)),
  };
}

/** A tenth of the grades: its number of answers, and the share of right ones among those with evidence, by weight. */
export interface Band {
  answers: number;
  labelled: number;
  right: number | null;
}

/** Shares of right answers by tenths of the grade, lowest first. */
export function curveOf(answers: readonly GradedAnswer[]): Band[] {
  return bandsOf(answers).map((band) => {
    const wrong = wrongShare(band);
    const labelled = band.filter(({ judged }) => judged !== null).length;
    return { answers: band.length, labelled, right: rounded(wrong === null ? null : 1 - wrong) };
  });
}

/** Mean distance between grades and the share of right answers in their tenth, over the answers with evidence; null when there are none. */
export function offBy(answers: readonly GradedAnswer[]): number | null {
  let sum = 0;
  let weight = 0;
  for (const band of bandsOf(answers)) {
    const judged = band.filter((answer) => answer.judged !== null);
    const inBand = weigh(judged, () => 1);
    const wrong = wrongShare(judged);
    if (wrong === null) continue;
    sum += Math.abs(weigh(judged, ({ score }) => score) - inBand * (1 - wrong));
    weight += inBand;
  }
  return weight === 0 ? null : rounded(sum / weight);
}

function bandsOf(answers: readonly GradedAnswer[]): GradedAnswer[][] {
  const found = Array.from({ length: bands }, (): GradedAnswer[] => []);
  // Grades are hundredths: 0.3 * 10 is slightly more than 3, 0.29 * 10 slightly less than 2.9.
  for (const answer of answers)
    found[Math.min(bands - 1, Math.floor((Math.round(answer.score * 100) * bands) / 100))]?.push(answer);
  return found;
}

function wrongShare(answers: readonly GradedAnswer[]): number | null {
  const all = weigh(answers, () => 1);
  return all === 0 ? null : weigh(answers, ({ judged }) => (judged?.right ? 0 : 1)) / all;
}

function weigh(answers: readonly GradedAnswer[], measure: (answer: GradedAnswer) => number): number {
  return answers.reduce((sum, answer) => sum + (answer.judged?.weight ?? 0) * measure(answer), 0);
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}
