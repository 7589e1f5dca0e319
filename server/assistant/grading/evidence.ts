import type { EvidenceKind } from "../../../protocol/admin-calibration.ts";

/** What happened to an answer, or to a draft that a person was asked about. */
export interface AnswerFacts {
  /** Shown as an answer; otherwise it went to a person as a draft. */
  is_shown: boolean;
  rating: "up" | "down" | null;
  /** The turn behind it: another question, a try with a hint, or a person's decision. */
  next_kind: "visitor" | "hint" | "resume" | null;
  /** What an agent decided about a draft: sent as it was, sent with changes, or an answer of their own. */
  decision: "approved" | "edited" | "replaced" | null;
  /** Nothing came after it, and the ticket is over. */
  is_last_word: boolean;
  /** A person has written on the ticket since. */
  has_person: boolean;
  /** The next thing the visitor said was that they want a person. */
  asks_for_person: boolean;
}

/**
 * The strongest that people's doings say about an answer; null when they say nothing. An agent, who knows the subject, counts before the visitor.
 * A draft that was changed before it was sent says neither.
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
 * Whether it speaks for or against the answer, and how much it counts beside a clear word about it. A visitor who asks for a person may
 * have wanted one all along, and one who ends the conversation may have given up: the first counts half, the second a quarter.
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

/** A grade as it was given, and what is known of its answer. */
export interface JudgedGrade {
  score: number;
  right: boolean;
  weight: number;
}
