import { expect, it } from "vitest";
import { causesOf, costOf, type QuestionFacts } from "./cost.ts";

const asked = new Date("2026-03-01T08:00:00Z");
const minutesLater = (minutes: number) => new Date(asked.getTime() + minutes * 60_000);
const plain: QuestionFacts = {
  escalation: null,
  is_graded_low: false,
  dislikes: 0,
  is_reported: false,
  wishes: 0,
  is_draft_approved: false,
  handed_over_at: null,
  taken_at: null,
  answered_at: null,
  is_waiting: false,
};

it("counts a question that was handed over for want of documents, graded low, disliked, answered by a person, or followed by a wish for one", () => {
  expect(causesOf(plain)).toEqual([]);
  expect(causesOf({ ...plain, escalation: "no_documents" })).toEqual(["no_documents"]);
  expect(causesOf({ ...plain, escalation: "low_grade" })).toEqual(["low_grade"]);
  expect(causesOf({ ...plain, is_graded_low: true })).toEqual(["low_grade"]);
  expect(causesOf({ ...plain, dislikes: 1, wishes: 1 })).toEqual(["disliked", "asked_for_person"]);
  expect(causesOf({ ...plain, dislikes: 1, is_reported: true })).toEqual(["reported"]);
  expect(causesOf({ ...plain, escalation: "model_failure" })).toEqual([]);
  expect(causesOf({ ...plain, escalation: "sensitive_topic", answered_at: minutesLater(9) })).toEqual([
    "answered_differently",
  ]);
  expect(
    causesOf({ ...plain, escalation: "sensitive_topic", answered_at: minutesLater(9), is_draft_approved: true }),
  ).toEqual([]);
});

it("costs what an agent took for it, the wait, and what the visitor thought of it", () => {
  const now = minutesLater(100 * 60);
  expect(costOf(plain, now)).toBe(0);
  const handedOver = { ...plain, escalation: "low_grade", handed_over_at: asked };
  const answered = {
    ...plain,
    escalation: "no_documents",
    handed_over_at: asked,
    taken_at: minutesLater(60),
    answered_at: minutesLater(70),
  };
  expect(costOf(answered, now)).toBeCloseTo(10 + 70 / 60);
  expect(costOf({ ...answered, answered_at: minutesLater(61) }, now)).toBeCloseTo(2 + 61 / 60);
  expect(costOf({ ...answered, answered_at: minutesLater(60 + 600) }, now)).toBeCloseTo(30 + 11);
  expect(costOf({ ...answered, taken_at: null }, now)).toBeCloseTo(2 + 70 / 60);
  expect(costOf({ ...handedOver, is_waiting: true }, now)).toBe(24 + 1);
  expect(costOf({ ...handedOver, is_waiting: true }, minutesLater(30))).toBe(0.5 + 1);
  expect(costOf({ ...plain, dislikes: 2, wishes: 1 }, now)).toBe(12);
});
