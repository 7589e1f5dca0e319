import { describe, expect, it } from "vitest";
import { calibrated, isGoodEnough, onScale, plainScale, thresholdFor } from "./scale.ts";

const calibration = { grader: "judge", slope: 1.2, shift: 1.5, threshold: 0.6, plain_threshold: 0.7 };
const grades = Array.from({ length: 101 }, (_unused, index) => index / 100);
const graded = (score: number, more: { is_vetoed?: boolean } = {}) => ({
  score,
  tier: "low" as const,
  reason: "",
  ...more,
});

describe("a scale", () => {
  it("that is plain leaves the grades that can be told apart as they are", () => {
    for (const score of grades.slice(1, -1)) expect(onScale(score, plainScale)).toBe(score);
  });

  it.each([
    [0.25, -3],
    [1, 2],
    [4, 0.5],
  ])("of slope %d and shift %d keeps the order of grades, and keeps them between 0 and 1", (slope, shift) => {
    const scaled = grades.map((score) => onScale(score, { slope, shift }));
    for (const [index, score] of scaled.entries()) expect(score).toBeGreaterThanOrEqual(scaled[index - 1] ?? 0.01);
    expect(Math.max(...scaled)).toBeLessThanOrEqual(0.99);
  });
});

describe("a calibrated grade", () => {
  it("has the tier of its new score, and the score as it was given beside it", () => {
    const result = calibrated(graded(0.6), "judge", { threshold: 0.6, calibration });
    expect(result.score).toBeGreaterThan(0.8);
    expect(result).toMatchObject({ tier: "high", raw: { score: 0.6, grader: "judge" } });
  });

  it("is left as it is when somebody else gave it, or when nothing is calibrated", () => {
    const other = calibrated(graded(0.6), "another", { threshold: 0.6, calibration });
    expect(other).toMatchObject({ score: 0.6, raw: { score: 0.6, grader: "another" } });
    expect(calibrated(graded(0.6), "judge", { threshold: 0.6 }).score).toBe(0.6);
  });

  it("of what is no answer is never lifted, and no threshold lets it through", () => {
    const lifting = { ...calibration, shift: 6, threshold: 0 };
    for (const threshold of [0, 0.3, 0.7]) {
      const tenant = { threshold, calibration: { ...lifting, threshold } };
      const result = calibrated(graded(0.4, { is_vetoed: true }), "judge", tenant);
      expect(result.score).toBe(0.4);
      expect(isGoodEnough(result, tenant)).toBe(false);
      expect(isGoodEnough(calibrated(graded(0.4), "judge", tenant), tenant)).toBe(true);
    }
  });
});

describe("a threshold", () => {
  it("that came with a calibration counts for the grader it is for, the one before for all others", () => {
    const tenant = { threshold: 0.6, calibration };
    expect(thresholdFor("judge", tenant)).toBe(0.6);
    expect(thresholdFor("another", tenant)).toBe(0.7);
    expect(thresholdFor(undefined, tenant)).toBe(0.7);
  });

  it("that was set by hand since then counts for all", () => {
    const tenant = { threshold: 0.8, calibration };
    expect(thresholdFor("judge", tenant)).toBe(0.8);
    expect(thresholdFor("another", tenant)).toBe(0.8);
  });
});
