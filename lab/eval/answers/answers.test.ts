import { describe, expect, it } from "vitest";
import { reliabilityPoints, renderAnswers } from "./html-report.ts";
import { heldShare, judgeAnswer } from "./judge-answer.ts";
import type { JudgedQuestion } from "./judged.ts";
import { outcomeRow } from "./outcome-table.ts";

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

const judged: JudgedQuestion = {
  set: "s",
  id: "1",
  question: "<b>Why?</b>",
  standalone: "Why?",
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
  readings: [],
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
