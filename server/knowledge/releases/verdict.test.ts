import { describe, expect, it } from "vitest";
import type { Replayed } from "../../../protocol/release-runs.ts";
import { missedExpectations } from "./expectations.ts";
import { judge } from "./verdict.ts";

const document = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a14";
const answered = (answer: string, score = 0.8, more: Partial<Replayed> = {}): Replayed => ({
  outcome: "answered",
  answer,
  citations: [{ index: 1, chunk_id: "c", document_id: document, title: "Returns", quote: "30 days" }],
  grade: { score, tier: "high", reason: "" },
  reason: null,
  ms: 10,
  cost_usd: 0,
  ...more,
});
const asked = (answer = ""): Replayed =>
  answered(answer, 0.3, { outcome: "escalated", reason: "low_grade", citations: [] });

describe("a verdict", () => {
  it("is the same for the same words and documents, graded about alike, whatever their marks", () => {
    expect(judge(null, answered("Within 30 days [1]."), answered("Within  30 days [2].", 0.83))).toMatchObject({
      verdict: "same",
      reasons: [],
    });
  });

  it("follows the grade where it moves by more than the dead band", () => {
    expect(judge(null, answered("a", 0.6), answered("b", 0.7)).verdict).toBe("better");
    expect(judge(null, answered("a", 0.7), answered("b", 0.6)).verdict).toBe("worse");
    expect(judge(null, answered("a", 0.7), answered("a", 0.6))).toMatchObject({ verdict: "worse", reasons: ["grade"] });
  });

  it("is left to a person for other words, or other documents, that are graded alike", () => {
    expect(judge(null, answered("Within 30 days."), answered("Within 45 days."))).toMatchObject({
      verdict: "unclear",
      reasons: ["answer"],
    });
    const elsewhere = answered("Within 30 days.", 0.8, { citations: [] });
    expect(judge(null, answered("Within 30 days."), elsewhere)).toMatchObject({
      verdict: "unclear",
      reasons: ["citations"],
    });
  });

  it("counts a person who has to be asked before any grade", () => {
    expect(judge(null, answered("a", 0.7), asked()).verdict).toBe("worse");
    expect(judge(null, asked(), answered("a", 0.7)).verdict).toBe("better");
    expect(judge(null, asked("one draft"), asked("another draft")).verdict).toBe("same");
    expect(judge(null, answered("a"), answered("b", 0.8, { outcome: "clarifying" })).verdict).toBe("unclear");
  });

  it("counts what somebody expects before everything else", () => {
    const expected = { must_say: ["30 days"] };
    const [holds, fails] = [answered("Within 30 days.", 0.6), answered("Within 45 days.", 0.9)];
    expect(judge(expected, holds, fails)).toMatchObject({
      verdict: "worse",
      failed: { before: [], after: ["says “30 days”"] },
    });
    expect(judge(expected, fails, holds).verdict).toBe("better");
    // Meeting a different expectation than before is not an improvement.
    const both = { must_say: ["30 days"], must_not_say: ["free"] };
    expect(judge(both, answered("Within 45 days."), answered("Within 30 days, free.")).verdict).toBe("worse");
    // An expectation that neither side meets says nothing about the change.
    expect(judge(expected, answered("a", 0.6), answered("b", 0.7))).toMatchObject({
      verdict: "better",
      failed: { after: [expect.any(String)] },
    });
  });

  it("is open where one side could not be answered at all", () => {
    const failed = answered("", 0, { outcome: "failed", grade: null });
    expect(judge(null, answered("a"), failed)).toMatchObject({ verdict: "unclear", reasons: ["failed"] });
    expect(judge(null, failed, failed).verdict).toBe("same");
  });
});

describe("an expectation", () => {
  it("does not mind case, spaces, emphasis and marks of citations", () => {
    expect(
      missedExpectations({ must_say: ["30 days", "in its BOX"] }, answered("Within **30** [1] days,\nin its box.")),
    ).toEqual([]);
  });

  it("is met by what visitors are shown, not by a draft that nobody sees", () => {
    const expected = {
      must_say: ["30 days"],
      must_cite: [document],
      must_not_say: ["free"],
      outcome: "answered" as const,
    };
    expect(missedExpectations(expected, asked("Free within 30 days."))).toEqual([
      "outcome answered",
      `cites ${document}`,
      "says “30 days”",
    ]);
    expect(missedExpectations({ outcome: "escalated" }, asked())).toEqual([]);
  });
});
