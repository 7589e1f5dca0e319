import { describe, expect, it } from "vitest";
import { averagePrecision, hitAt, ndcgAt, percentile, recallAt } from "./metrics.ts";

describe("measures of a ranking", () => {
  const ranking = ["a", "b", "c", "d", "e", "f"];

  it("recall counts the relevant items that are near the top", () => {
    expect(recallAt(ranking, ["b", "f"], 5)).toBe(0.5);
    expect(recallAt(ranking, ["b", "f"], 6)).toBe(1);
    expect(recallAt(["b", "b"], ["b"], 5)).toBe(1);
    expect(recallAt(ranking, [], 5)).toBe(0);
  });

  it("nDCG discounts by place and compares with the best order", () => {
    expect(ndcgAt(ranking, ["a"], 5)).toBe(1);
    expect(ndcgAt(ranking, ["b"], 5)).toBeCloseTo(1 / Math.log2(3), 10);
    // places 2 and 4: (0.63093 + 0.43068) / (1 + 0.63093)
    expect(ndcgAt(ranking, ["b", "d"], 5)).toBeCloseTo(0.65092, 4);
    expect(ndcgAt(ranking, ["f"], 5)).toBe(0);
  });

  it("a hit is any relevant item", () => {
    expect(hitAt(ranking, ["b", "z"], 1)).toBe(0);
    expect(hitAt(ranking, ["b", "z"], 2)).toBe(1);
  });
});

describe("measures of a score", () => {
  const scored = (pairs: [number, boolean][]) => pairs.map(([score, positive]) => ({ score, positive }));

  it("average precision is the mean precision at each positive", () => {
    expect(
      averagePrecision(
        scored([
          [0.9, true],
          [0.8, false],
          [0.7, true],
          [0.1, false],
        ]),
      ),
    ).toBeCloseTo((1 + 2 / 3) / 2, 10);
    expect(
      averagePrecision(
        scored([
          [0.5, true],
          [0.5, false],
        ]),
      ),
    ).toBe(0.5);
  });

  it("percentiles are values that occurred", () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2);
    expect(percentile([4, 1, 3, 2], 0.95)).toBe(4);
    expect(percentile([], 0.5)).toBeNaN();
  });
});
