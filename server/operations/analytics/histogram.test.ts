import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { histogramOf, quantile } from "./histogram.ts";
import { addNumbers, noNumbers } from "./numbers.ts";

/** The exact quantile, by sorting. */
function exact(seconds: number[], share: number): number {
  const sorted = [...seconds].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

describe("a histogram of times", () => {
  it("gives every share to within 5 %, from a second to a year, also when days are put together", () => {
    const times = fc.array(fc.double({ min: 1, max: 31_536_000, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(times, times, fc.constantFrom(0.5, 0.9), (one, other, share) => {
        const both = addNumbers(
          { ...noNumbers(), first_answer: histogramOf(one) },
          { ...noNumbers(), first_answer: histogramOf(other) },
        );
        const ratio = (quantile(both.first_answer, share) ?? Number.NaN) / exact([...one, ...other], share);
        expect(ratio).toBeGreaterThan(1 / 1.05);
        expect(ratio).toBeLessThan(1.05);
      }),
    );
  });

  it("of nothing has no middle, and takes what was quicker than a second for one", () => {
    expect(quantile({}, 0.5)).toBeNull();
    expect(quantile(histogramOf([0, 0.2]), 0.5)).toBeCloseTo(1.05, 2);
  });
});
