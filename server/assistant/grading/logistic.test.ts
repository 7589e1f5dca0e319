import { describe, expect, it } from "vitest";
import { type Example, fitLogistic, sumOf } from "./logistic.ts";

describe("a logistic fit", () => {
  it("finds the weights that the examples were made with", () => {
    const examples = Array.from({ length: 400 }, (_unused, index) => {
      const value = (index % 20) / 10 - 1;
      return {
        values: [1, value],
        positive: (index * 7919) % 1000 < 1000 / (1 + Math.exp(-(0.5 + 2 * value))),
        weight: 1,
      };
    });
    const weights = fitLogistic(examples, 0.01);
    expect(weights[1]).toBeGreaterThan(1.4);
    expect(weights[1]).toBeLessThan(2.8);
    expect(sumOf(weights, [1, 1])).toBeGreaterThan(sumOf(weights, [1, -1]));
  });

  it("comes to rest, also where the examples say the opposite of what they start from", () => {
    const examples: Example[] = Array.from({ length: 2_000 }, (_unused, index) => {
      const value = index % 2 === 0 ? 3 : -3;
      return { values: [value], positive: value < 0, weight: 1, offset: value };
    });
    const ridge = 8;
    const [weight = 0] = fitLogistic(examples, [ridge]);
    // At the optimum, the gradient of the examples equals that of the ridge.
    const pull = examples.reduce((sum, { values: [value = 0], positive }) => {
      const chance = 1 / (1 + Math.exp(-(1 + weight) * value));
      return sum + value * ((positive ? 1 : 0) - chance);
    }, 0);
    expect(pull - ridge * weight).toBeCloseTo(0, 3);
  });
});
