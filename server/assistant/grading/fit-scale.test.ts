import { describe, expect, it } from "vitest";
import type { JudgedGrade } from "./evidence.ts";
import { fitScale } from "./fit-scale.ts";
import { logOdds, onScale, type Scale } from "./scale.ts";

/** Answers that are right as often as a scale predicts, evenly over all grades. */
function labelsOf({ slope, shift }: Scale, count: number): JudgedGrade[] {
  return Array.from({ length: count }, (_unused, index) => {
    const score = (5 + ((index * 37) % 91)) / 100;
    const chance = 1 / (1 + Math.exp(-(slope * logOdds(score) + shift)));
    return { score, right: (index * 0.618_034) % 1 < chance, weight: 1 };
  });
}

describe("a fitted scale", () => {
  it.each([
    { slope: 0.5, shift: 0.8 },
    { slope: 1.5, shift: -1 },
    { slope: 1, shift: 1.2 },
  ])("is the one that the labels were made with, given enough of them: %j", (truth) => {
    const scale = fitScale(labelsOf(truth, 4_000));
    for (const score of [0.1, 0.3, 0.5, 0.7, 0.9])
      expect(Math.abs(onScale(score, scale) - onScale(score, truth))).toBeLessThanOrEqual(0.04);
  });

  it("leaves grades that hold what they promise as they are", () => {
    for (const count of [40, 400, 4_000]) {
      const scale = fitScale(labelsOf({ slope: 1, shift: 0 }, count));
      for (const score of [0.1, 0.3, 0.5, 0.7, 0.9])
        expect(Math.abs(onScale(score, scale) - score)).toBeLessThanOrEqual(0.05);
    }
  });

  it("is moved by few labels only a part of the way", () => {
    const allWrong = (count: number) =>
      labelsOf({ slope: 1, shift: 0 }, count).map((one) => ({ ...one, right: false }));
    const few = onScale(0.9, fitScale(allWrong(15)));
    expect(few).toBeGreaterThan(0.5);
    expect(few).toBeLessThan(0.9);
    expect(onScale(0.9, fitScale(allWrong(1_000)))).toBeLessThan(0.1);
  });

  it("is moved less by weak labels", () => {
    const labels = labelsOf({ slope: 1, shift: -1.5 }, 100);
    const weak = labels.map((one) => ({ ...one, weight: 0.25 }));
    expect(fitScale(weak).shift).toBeGreaterThan(fitScale(labels).shift + 0.1);
  });

  it("still rises when people say the opposite of the grader", () => {
    const labels = labelsOf({ slope: 1, shift: 0 }, 2_000).map((one) => ({ ...one, right: one.score < 0.5 }));
    const scale = fitScale(labels);
    expect(scale.slope).toBeGreaterThan(0);
    expect(onScale(0.9, scale)).toBeGreaterThan(onScale(0.1, scale));
  });

  it("is the same for the same labels in another order", () => {
    const labels = labelsOf({ slope: 0.7, shift: 0.4 }, 300);
    expect(fitScale(labels.toReversed())).toEqual(fitScale(labels));
  });
});
