import { describe, expect, it } from "vitest";
import { parseOwnQuestions } from "./own-questions.ts";
import { judgeQuestion, meetsAnswer, meetsSource, outcomeCounts, thresholdRows } from "./threshold-report.ts";

const question = (text: string, expected: object = {}) => ({
  question: text,
  source: null,
  answer: null,
  answerable: true,
  history: [],
  ...expected,
});

describe("a tenant's question file", () => {
  it("may be JSON lines, a list, or a list under its name", () => {
    const lines = '{"question": "How?", "source": "how.md"}\n{"question": "Pizza?", "answerable": false}\n';
    const list = '[{"question": "How?", "expected_source": "how.md"}, {"question": "Pizza?", "answerable": false}]';
    for (const text of [lines, list, `{"questions": ${list}}`]) {
      const [how, pizza] = parseOwnQuestions(text);
      expect(how).toEqual(question("How?", { source: "how.md" }));
      expect(pizza).toEqual(question("Pizza?", { answerable: false }));
    }
  });

  it("names the entry that is wrong", () => {
    expect(() => parseOwnQuestions('{"question": "a"}\n{"ask": "b"}')).toThrow(/Question 2 .*question/);
    expect(() => parseOwnQuestions('{"question": "a"}\nhello')).toThrow(/Line 2/);
    expect(() => parseOwnQuestions("")).toThrow(/no questions/);
  });
});

describe("what a threshold means", () => {
  const asked = [
    judgeQuestion(question("a", { source: "refunds.md" }), {
      score: 0.9,
      escalated: false,
      text: "x",
      sources: ["help/refunds.md", "Refunds"],
    }),
    judgeQuestion(question("b", { source: "fees.md" }), {
      score: 0.75,
      escalated: false,
      text: "x",
      sources: ["help/refunds.md"],
    }),
    judgeQuestion(question("c"), { score: 0.3, escalated: true, text: "", sources: [] }),
    judgeQuestion(question("d", { answerable: false }), { score: 0.72, escalated: false, text: "x", sources: ["a"] }),
  ];

  it("says what became of each question, by the document cited first", () => {
    expect(asked.map(({ outcome }) => outcome)).toEqual([
      "right and complete",
      "wrong document",
      "escalated needlessly",
      "answered though it should not",
    ]);
    expect(outcomeCounts(asked)).toHaveLength(4);
    const second = { score: 0.9, escalated: false, text: "x", sources: ["fees.md", "refunds.md"], first: ["fees.md"] };
    expect(judgeQuestion(question("a", { source: "refunds.md" }), second).outcome).toBe("wrong document");
  });

  it("is counted at each step and at the tenant's own", () => {
    const rows = thresholdRows(asked, 0.74);
    expect(rows.map(({ threshold }) => threshold)).toEqual([0.4, 0.5, 0.6, 0.7, 0.74, 0.8, 0.9]);
    expect(rows.find(({ threshold }) => threshold === 0.7)).toEqual({
      threshold: 0.7,
      answered: 3,
      escalated: 1,
      answerable_answered: 0.667,
      unanswerable_answered: 1,
      right_source: 0.5,
      right_answer: null,
      mean_grade: 0.79,
    });
    expect(rows.find(({ threshold }) => threshold === 0.74)).toMatchObject({ answered: 2, unanswerable_answered: 0 });
  });

  it("knows a source by path, address or title", () => {
    expect(meetsSource("refunds.md", ["/docs/help/Refunds.md"])).toBe(true);
    expect(meetsSource("./help/refunds.md", ["refunds.md"])).toBe(true);
    expect(meetsSource("Refunds and returns", ["refunds and returns"])).toBe(true);
    expect(meetsSource("funds.md", ["refunds.md"])).toBe(false);
  });

  it("knows an answer by most of its words", () => {
    expect(meetsAnswer("Refunds take five business days.", "A refund takes five business days to arrive. [1]")).toBe(
      true,
    );
    expect(meetsAnswer("Refunds take five business days.", "Refunds are paid to the card.")).toBe(false);
  });
});
