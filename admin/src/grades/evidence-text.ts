import type { EvidenceKind } from "../../../protocol/admin-calibration.ts";

/** What people did with an answer, in words. */
export const evidenceText: Record<EvidenceKind, string> = {
  draft_approved: "draft sent as it was",
  draft_replaced: "draft answered otherwise",
  hint_given: "needed a hint",
  thumb_up: "visitor liked it",
  thumb_down: "visitor disliked it",
  asked_for_person: "visitor wanted a person",
  ended_content: "conversation ended with it",
};
