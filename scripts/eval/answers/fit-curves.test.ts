import { describe, expect, it } from "vitest";
import { sumOfCurves } from "../../../server/models/extractive/curves.ts";
import { fitCurves } from "./fit-curves.ts";

/** Rows whose chance rises steeply at 0.5 of `step`; `noise` says nothing. */
const examples = Array.from({ length: 2_000 }, (_unused, index) => {
  const step = ((index * 37) % 100) / 100;
  const noise = ((index * 7919) % 101) / 101;
  const chance = step < 0.5 ? 0.1 : 0.8;
  return { values: { step, noise }, positive: ((index * 104_729) % 997) / 997 < chance, weight: 1 };
});
const chanceAt = (model: ReturnType<typeof fitCurves>, values: Record<string, number>) =>
  1 / (1 + Math.exp(-sumOfCurves(model, values)));

describe("fitted curves", () => {
  const model = fitCurves(examples, { step: 1, noise: 1 });

  it("have the chances that the rows were made with, also where they change at once", () => {
    expect(chanceAt(model, { step: 0.2, noise: 0.5 })).toBeCloseTo(0.1, 1);
    expect(chanceAt(model, { step: 0.9, noise: 0.5 })).toBeCloseTo(0.8, 1);
  });

  it("give little to what says nothing", () => {
    const points = model.curves["noise"]?.points ?? [0];
    expect(Math.max(...points) - Math.min(...points)).toBeLessThan(0.8);
  });

  it("never go against the direction of a signal", () => {
    const against = fitCurves(examples, { step: -1 });
    expect(against.curves["step"]).toBeUndefined();
    expect(chanceAt(against, { step: 0.9 })).toBeCloseTo(0.45, 1);
  });

  it("count a row by its weight", () => {
    const heavy = examples.map((row) => ({ ...row, weight: row.positive ? 4 : 1 }));
    expect(chanceAt(fitCurves(heavy, { step: 1 }), { step: 0.9 })).toBeGreaterThan(0.9);
  });
});
