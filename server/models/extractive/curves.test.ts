import { describe, expect, it } from "vitest";
import { directions, type Signal } from "./calibration.ts";
import { sumOfCurves } from "./curves.ts";
import { gradeByMeaning, gradeByWords } from "./grade-models.ts";

describe("a sum of curves", () => {
  const model = { bias: 1, curves: { near: { at: [0, 0.5, 1], points: [0, 2, 3] }, far: { at: [2], points: [-4] } } };

  it("goes straight from one value to the next, and level beyond the ends", () => {
    const nearOf = (near: number) => sumOfCurves({ ...model, curves: { near: model.curves.near } }, { near });
    expect([-1, 0, 0.25, 0.5, 0.75, 1, 9].map(nearOf)).toEqual([1, 1, 2, 3, 3.5, 4, 4]);
  });

  it("takes what is not known for 0", () => {
    expect(sumOfCurves(model, { near: null })).toBe(1 - 4);
  });
});

describe.each([
  ["by meaning", gradeByMeaning],
  ["by words", gradeByWords],
])("the grade %s", (_name, { topic, right }) => {
  it("never falls because more speaks for an answer, nor rises because more speaks against it", () => {
    const wrongWays = [topic, right].flatMap(({ curves }) =>
      Object.entries(curves).filter(([name, { at, points }]) => {
        const rises = points.every((value, step) => step === 0 || value >= (points[step - 1] ?? 0));
        const falls = points.every((value, step) => step === 0 || value <= (points[step - 1] ?? 0));
        // The keys of a record of signals.
        const isMonotone = directions[name as Signal] === 1 ? rises : falls;
        return !isMonotone || at.length !== points.length || at.some((value, step) => value <= (at[step - 1] ?? -99));
      }),
    );
    expect(wrongWays).toEqual([]);
    expect(Object.keys(right.curves).length).toBeGreaterThan(3);
  });
});
