import { describe, expect, it } from "vitest";
import { bleu, rougeRecall, sameWords } from "./overlap.ts";
import { hitAt, ndcgAt, recallAt } from "./ranking.ts";
import { auroc, averagePrecision, mean, percentile } from "./separation.ts";

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

  it("AUROC is the share of pairs in the right order, ties half", () => {
    expect(
      auroc(
        scored([
          [0.9, true],
          [0.8, false],
          [0.7, true],
          [0.1, false],
        ]),
      ),
    ).toBe(0.75);
    expect(
      auroc(
        scored([
          [0.5, true],
          [0.5, false],
        ]),
      ),
    ).toBe(0.5);
    expect(
      auroc(
        scored([
          [0.5, true],
          [0.5, false],
          [0.7, true],
        ]),
      ),
    ).toBe(0.75);
    expect(auroc(scored([[0.5, true]]))).toBeNaN();
  });

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
    expect(mean([1, 2, 6])).toBe(3);
  });
});

describe("measures of a rewrite", () => {
  it("BLEU of the same text is one, of half a text what precision and brevity give", () => {
    expect(bleu([{ made: "Who built the old bridge?", wanted: "who built the old bridge ?" }])).toBeCloseTo(1, 10);
    // 5 of 5, 4 of 4, 3 of 3, 2 of 2 grams match; 5 words for 10 wanted: e^(1 - 2)
    expect(bleu([{ made: "a b c d e", wanted: "a b c d e f g h i j" }])).toBeCloseTo(Math.exp(-1), 10);
    // one word swapped at the end of six: 5/6, 4/5, 3/4, 2/3
    expect(bleu([{ made: "a b c d e x", wanted: "a b c d e f" }])).toBeCloseTo((1 / 3) ** 0.25, 10);
    expect(bleu([{ made: "a b", wanted: "a c" }])).toBe(0);
  });

  it("ROUGE recall counts a repeated word as often as it was wanted", () => {
    expect(rougeRecall([{ made: "the the cat", wanted: "the cat sat down" }])).toBe(0.5);
    expect(
      rougeRecall([
        { made: "x", wanted: "x" },
        { made: "x", wanted: "y" },
      ]),
    ).toBe(0.5);
  });

  it("case and punctuation make no other question", () => {
    expect(sameWords("What's  new?", "what s new")).toBe(true);
    expect(sameWords("What is new?", "What was new?")).toBe(false);
  });
});
