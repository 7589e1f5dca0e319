import { describe, expect, it } from "vitest";
import { curveOf, effectOf, type GradedAnswer, lowestThreshold, offBy } from "./thresholds.ts";

const answers = (score: number, right: number, wrong: number, weight = 1): GradedAnswer[] => [
  ...Array.from({ length: right }, () => ({ score, isVetoed: false, judged: { right: true, weight } })),
  ...Array.from({ length: wrong }, () => ({ score, isVetoed: false, judged: { right: false, weight } })),
];
const unjudged = (score: number, isVetoed = false): GradedAnswer => ({ score, isVetoed, judged: null });

describe("the lowest threshold", () => {
  it("is where the wrong share of all that is shown reaches what is allowed", () => {
    const all = [...answers(0.9, 20, 0), ...answers(0.8, 20, 2), ...answers(0.7, 18, 4), ...answers(0.6, 5, 10)];
    expect(lowestThreshold(all, 0.05)).toBe(0.8);
    expect(lowestThreshold(all, 0.1)).toBe(0.7);
    expect(lowestThreshold(all, 0.3)).toBe(0.6);
    expect(lowestThreshold(all, 0)).toBe(0.9);
  });

  it("does not rest on a handful of answers, and is none when too many are wrong everywhere", () => {
    expect(lowestThreshold([...answers(0.95, 9, 0), ...answers(0.8, 5, 5)], 0.08)).toBeNull();
    expect(lowestThreshold(answers(0.9, 15, 15), 0.08)).toBeNull();
    expect(lowestThreshold([], 0.08)).toBeNull();
  });

  it("shows nothing that is more likely wrong than right, however many good answers outweigh it", () => {
    expect(lowestThreshold([...answers(0.95, 500, 0), ...answers(0.3, 1, 4)], 0.08)).toBe(0.95);
  });

  it("counts weak labels for less, and takes no threshold through the middle of one grade", () => {
    const all = [...answers(0.9, 20, 0), ...answers(0.8, 0, 8, 0.25)];
    expect(lowestThreshold(all, 0.1)).toBe(0.8);
    expect(lowestThreshold([...answers(0.9, 20, 0), ...answers(0.8, 0, 8)], 0.1)).toBe(0.9);
  });
});

describe("what a threshold does", () => {
  it("is counted over all answers, judged or not, and never shows what is vetoed", () => {
    const all = [...answers(0.9, 3, 1), unjudged(0.9), unjudged(0.2), unjudged(0.95, true)];
    expect(effectOf(all, 0.7)).toEqual({ shown: 5, to_person: 2, wrong_of_shown: 0.25 });
    expect(effectOf([unjudged(0.9)], 0.7).wrong_of_shown).toBeNull();
  });
});

describe("the curve", () => {
  it("says how often the judged answers of each tenth are right", () => {
    const curve = curveOf([...answers(0.95, 3, 1), ...answers(0.3, 1, 1), unjudged(0.29), ...answers(1, 1, 0)]);
    expect(curve).toHaveLength(10);
    expect(curve[9]).toEqual({ answers: 5, labelled: 5, right: 0.8 });
    expect(curve[3]).toEqual({ answers: 2, labelled: 2, right: 0.5 });
    expect(curve[2]).toEqual({ answers: 1, labelled: 0, right: null });
  });

  it("is as far off as grades are from it on average", () => {
    expect(offBy(answers(0.9, 9, 1))).toBe(0);
    expect(offBy(answers(0.9, 5, 5))).toBe(0.4);
    expect(offBy([unjudged(0.9)])).toBeNull();
  });
});
