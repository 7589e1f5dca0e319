import { expect, it } from "vitest";
import { type AnswerFacts, evidenceOf } from "./evidence.ts";

const shown: AnswerFacts = {
  is_shown: true,
  rating: null,
  next_kind: null,
  decision: null,
  is_last_word: false,
  has_person: false,
  asks_for_person: false,
};
const draft: AnswerFacts = { ...shown, is_shown: false, has_person: true };

it.each<[string, AnswerFacts, ReturnType<typeof evidenceOf>]>([
  ["an answer that nothing followed", shown, null],
  ["a thumb", { ...shown, rating: "up" }, "thumb_up"],
  ["a thumb before what came next", { ...shown, rating: "up", asks_for_person: true }, "thumb_up"],
  ["a wish for a person", { ...shown, next_kind: "visitor", asks_for_person: true }, "asked_for_person"],
  ["another question", { ...shown, next_kind: "visitor" }, null],
  ["the end of the conversation", { ...shown, is_last_word: true }, "ended_content"],
  ["the end after a person came", { ...shown, is_last_word: true, has_person: true }, null],
  ["a draft sent as it was", { ...draft, next_kind: "resume", decision: "approved" }, "draft_approved"],
  ["a draft sent with changes", { ...draft, next_kind: "resume", decision: "edited" }, null],
  ["an agent's own answer", { ...draft, next_kind: "resume", decision: "replaced" }, "draft_replaced"],
  ["an agent before the visitor's thumb", { ...draft, decision: "replaced", rating: "up" }, "draft_replaced"],
  ["a thumb on a draft that was seen", { ...draft, decision: "edited", rating: "down" }, "thumb_down"],
  ["a hint", { ...draft, next_kind: "hint" }, "hint_given"],
  ["a ticket given back undecided", { ...draft, next_kind: "resume" }, null],
  ["an agent's words up to the end", { ...draft, is_last_word: true }, "draft_replaced"],
  ["a draft that nobody looked at", { ...draft, is_last_word: true, has_person: false }, null],
])("%s is read as it is meant", (_name, facts, evidence) => {
  expect(evidenceOf(facts)).toBe(evidence);
});
