import { describe, expect, it } from "vitest";
import { reliabilityPoints, renderAnswers } from "./html-report.ts";
import { heldShare, judgeAnswer, type ReportedQuestion } from "./judge-answer.ts";
import { outcomeRow } from "./outcome-table.ts";
import { auroc, mean } from "./separation.ts";

const expected = { answerable: true, relevant: ["a"], evidence: "Refunds take five days.", share: 0.7 };
const given = { text: "A refund takes five days.", first: "a", shown: true, askedBack: false };

describe("an answer", () => {
  it("is judged by its first source and by the words of the evidence that it holds", () => {
    expect(judgeAnswer(expected, given).outcome).toBe("right and complete");
    expect(judgeAnswer(expected, { ...given, text: "Refunds are fine." }).outcome).toBe(
      "right document, evidence missing",
    );
    expect(judgeAnswer(expected, { ...given, first: "b" }).outcome).toBe("wrong document");
    expect(judgeAnswer(expected, { ...given, first: null }).isRight).toBe(false);
    expect(heldShare("refunds reach you in five days", "five days")).toBeCloseTo(0.5);
  });

  it("that is held back was needless or right to hold back, and stays right or wrong", () => {
    expect(judgeAnswer(expected, { ...given, shown: false })).toMatchObject({
      outcome: "escalated needlessly",
      isRight: true,
    });
    const none = { ...expected, answerable: false };
    expect(judgeAnswer(none, { ...given, shown: false }).outcome).toBe("escalated rightly");
    expect(judgeAnswer(none, given)).toMatchObject({ outcome: "answered though it should not", isRight: false });
    expect(judgeAnswer(expected, { ...given, askedBack: true }).outcome).toBe("asked back");
  });
});

const judged: ReportedQuestion = {
  set: "s",
  id: "1",
  question: "<b>Why?</b>",
  answerable: true,
  outcome: "right and complete",
  is_right: true,
  is_right_document: true,
  held: 1,
  score: 0.95,
  reason: "",
  answer: "Because. [1]",
  cited: ["a"],
  relevant: ["a"],
  evidence: "",
  cpu_ms: 1,
  wall_ms: 2,
};

describe("the report", () => {
  it("counts outcomes, draws the curve and shows questions as text", () => {
    const wrong = { ...judged, score: 0.91, is_right: false, outcome: "wrong document" as const };
    expect(outcomeRow("s", [judged, wrong])).toMatchObject({
      "right and complete": 1,
      "wrong document": 1,
      "mean length": 12,
    });
    expect(reliabilityPoints([judged, wrong])).toEqual([{ grade: expect.closeTo(0.93), right: 0.5, count: 2 }]);
    const page = renderAnswers([judged], { tables: [], figures: [] });
    expect(page).toContain("<circle");
    expect(page).toContain("&#60;b&#62;Why?");
    expect(page).not.toMatch(/<script|src=|href=/);
  });
});

describe("measures of the confidence", () => {
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

  it("the mean of nothing is 0", () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBe(0);
  });
});
