import { describe, expect, it } from "vitest";
import { type GivenAnswer, judgeQuestion, meetsAnswer, meetsSource } from "./judge-question.ts";
import { outcomeCounts, thresholdRows } from "./outcome-table.ts";
import { type OwnQuestion, parseOwnQuestions } from "./parse-questions.ts";

const question = (text: string, expected: Partial<OwnQuestion> = {}): OwnQuestion => ({
  question: text,
  set: "questions",
  sources: [],
  answer: null,
  evidence: null,
  answerable: true,
  history: [],
  ...expected,
});
const given = (score: number, ...cited: string[][]): GivenAnswer => ({
  score,
  reason: "",
  escalated: score < 0.7,
  askedBack: false,
  text: "x",
  cited,
  cpuMs: 1,
  wallMs: 2,
});
const judge = (expected: OwnQuestion, came: GivenAnswer) => judgeQuestion(expected, came, "1");

describe("a tenant's question file", () => {
  it("may be JSON lines, a list, or a list under its name", () => {
    const lines = '{"question": "How?", "source": "how.md"}\n{"question": "Pizza?", "answerable": false}\n';
    const list = '[{"question": "How?", "expected_source": "how.md"}, {"question": "Pizza?", "answerable": false}]';
    for (const text of [lines, list, `{"questions": ${list}}`]) {
      const [how, pizza] = parseOwnQuestions(text);
      expect(how).toEqual(question("How?", { sources: ["how.md"] }));
      expect(pizza).toEqual(question("Pizza?", { answerable: false }));
    }
  });

  it("may name several documents, the evidence, a set, and that a person should get it", () => {
    const rows = [
      { question: "How?", source: ["how.md", "too.md"], evidence: ["Press the button.", "Wait."], set: "billing" },
      { question: "Pizza?", person: true },
    ];
    const [how, pizza] = parseOwnQuestions(JSON.stringify(rows));
    expect(how).toEqual(
      question("How?", { sources: ["how.md", "too.md"], evidence: "Press the button.\nWait.", set: "billing" }),
    );
    expect(pizza).toEqual(question("Pizza?", { answerable: false }));
    expect(() => parseOwnQuestions('{"question": "a", "person": true, "answerable": true}')).toThrow(/Question 1/);
  });

  it("names the entry that is wrong", () => {
    expect(() => parseOwnQuestions('{"question": "a"}\n{"ask": "b"}')).toThrow(/Question 2 .*question/);
    expect(() => parseOwnQuestions('{"question": "a"}\nhello')).toThrow(/Line 2/);
    expect(() => parseOwnQuestions("")).toThrow(/no questions/);
  });
});

describe("what a threshold means", () => {
  const asked = [
    judge(question("a", { sources: ["refunds.md"] }), given(0.9, ["help/refunds.md", "Refunds"])),
    judge(question("b", { sources: ["fees.md"] }), given(0.75, ["help/refunds.md"])),
    judge(question("c"), given(0.3)),
    judge(question("d", { answerable: false }), given(0.72, ["a"])),
  ];

  it("says what became of each question, by the document cited first", () => {
    expect(asked.map(({ outcome }) => outcome)).toEqual([
      "right and complete",
      "wrong document",
      "escalated needlessly",
      "answered though it should not",
    ]);
    expect(outcomeCounts(asked)).toHaveLength(4);
    const second = given(0.9, ["fees.md"], ["refunds.md"]);
    const judged = judge(question("a", { sources: ["refunds.md"] }), second);
    expect(judged).toMatchObject({ outcome: "wrong document", right_source: true, cited: ["fees.md", "refunds.md"] });
    expect(judge(question("a", { sources: ["refunds.md", "fees.md"] }), second).outcome).toBe("right and complete");
  });

  it("says whether the evidence is there, whatever else the answer says, and whether it asked back", () => {
    const expected = question("a", {
      sources: ["a.md"],
      evidence: "Refunds take five business days.",
      answer: "five days",
    });
    const long = { ...given(0.9, ["a.md"]), text: "A refund takes five business days. [1]" };
    expect(judge(expected, long)).toMatchObject({ outcome: "right and complete", held: 1, right_answer: true });
    const short = { ...given(0.9, ["a.md"]), text: "Five days." };
    expect(judge(expected, short)).toMatchObject({ outcome: "right document, evidence missing", right_answer: true });
    expect(judge(expected, { ...short, askedBack: true }).outcome).toBe("asked back");
    expect(judge(question("b", { answerable: false }), given(0.2)).outcome).toBe("escalated rightly");
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
