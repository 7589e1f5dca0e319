import type { EvidenceKind } from "../../../protocol/admin-calibration.ts";

/** Facts about an answer, or about a draft of a handed-over ticket. */
export interface AnswerFacts {
  /** Shown as an answer; otherwise the ticket was handed over with a draft. */
  is_shown: boolean;
  rating: "up" | "down" | null;
  /** The following turn: another question, an attempt with a hint, or an agent's decision. */
  next_kind: "visitor" | "hint" | "resume" | null;
  /** An agent's decision about a draft: sent unchanged, sent with changes, or replaced by their own answer. */
  decision: "approved" | "edited" | "replaced" | null;
  /** No turn followed, and the ticket has ended. */
  is_last_word: boolean;
  /** An agent has written on the ticket since. */
  has_person: boolean;
  /** In the next turn, the visitor asked for the team. */
  asks_for_person: boolean;
}

/**
 * The strongest evidence about an answer from people's reactions; null when there is none. An agent knows the subject, so their reaction
 * takes precedence over the visitor's. A draft that was edited before sending is no evidence.
 */
export function evidenceOf(facts: AnswerFacts): EvidenceKind | null {
  const { is_shown, rating, next_kind, decision, is_last_word, has_person, asks_for_person } = facts;
  if (!is_shown) {
    if (decision === "approved") return "draft_approved";
    if (decision === "replaced") return "draft_replaced";
    if (next_kind === "hint") return "hint_given";
  }
  if (rating !== null) return rating === "up" ? "thumb_up" : "thumb_down";
  if (!is_shown) return is_last_word && has_person ? "draft_replaced" : null;
  if (asks_for_person) return "asked_for_person";
  return is_last_word && !has_person ? "ended_content" : null;
}

/**
 * Whether the evidence is for or against the answer, and its weight relative to a clear reaction. A visitor who asks for the team may have
 * wanted it from the start, and one who ends the conversation may have given up: the first counts half, the second a quarter.
 */
export const evidenceSays: Record<EvidenceKind, { right: boolean; weight: number }> = {
  draft_approved: { right: true, weight: 1 },
  draft_replaced: { right: false, weight: 1 },
  hint_given: { right: false, weight: 1 },
  thumb_up: { right: true, weight: 1 },
  thumb_down: { right: false, weight: 1 },
  asked_for_person: { right: false, weight: 0.5 },
  ended_content: { right: true, weight: 0.25 },
};

/** An original grade with the evidence about its answer. */
export interface JudgedGrade {
  score: number;
  right: boolean;
  weight: number;
}
