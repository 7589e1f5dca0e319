import { describe, expect, it } from "vitest";
import { binsOf, changedBetween, type GradedAnswer, nearest, percent, tryThreshold } from "./threshold.ts";

function answer(score: number, isRight: boolean | null = null, isVetoed = false): GradedAnswer {
  return {
    ticket: { id: `t${score}`, number: 1 },
    question: "How?",
    at: "2026-03-02T10:00:00Z",
    score,
    is_vetoed: isVetoed,
    was_shown: score >= 0.7 && !isVetoed,
    evidence: null,
    is_right: isRight,
  };
}

const answers = [
  answer(0.95, true),
  answer(0.8, false),
  answer(0.7),
  answer(0.6, true),
  answer(0.3),
  answer(0.9, false, true),
];

describe("a threshold that is tried", () => {
  it("shows what reaches it, but nothing that is vetoed", () => {
    expect(tryThreshold(answers, 0.7)).toEqual({
      ...{ shown: 3, toPerson: 3, judgedShown: 2, wrongShown: 1, rightToPerson: 1 },
    });
    expect(tryThreshold(answers, 0)).toMatchObject({ shown: 5, toPerson: 1 });
    expect(tryThreshold([], 0.7)).toMatchObject({ shown: 0, toPerson: 0 });
  });

  it("names the answers that it treats otherwise, and those beside the line", () => {
    expect(changedBetween(answers, 0.7, 0.5).map(({ score }) => score)).toEqual([0.6]);
    expect(changedBetween(answers, 0.7, 0.99).map(({ score }) => score)).toEqual([0.95, 0.8, 0.7]);
    expect(changedBetween(answers, 0.7, 0.7)).toEqual([]);
    expect(nearest(answers, 0.72, 3).map(({ score }) => score)).toEqual([0.8, 0.7, 0.6]);
  });
});

it("answers stand in the twentieth of their grade, by what people made of them", () => {
  const bins = binsOf([...answers, answer(1), answer(0.29), answer(0)]);
  expect(bins).toHaveLength(20);
  expect(
    bins.flatMap(({ from, right, wrong, unjudged }) =>
      right + wrong + unjudged ? [[from, right, wrong, unjudged]] : [],
    ),
  ).toEqual([
    [0, 0, 0, 1],
    [0.25, 0, 0, 1],
    [0.3, 0, 0, 1],
    [0.6, 1, 0, 0],
    [0.7, 0, 0, 1],
    [0.8, 0, 1, 0],
    [0.95, 1, 0, 1],
  ]);
  expect([percent(1, 3), percent(0, 0), percent(2, 2)]).toEqual(["33 %", "–", "100 %"]);
});
