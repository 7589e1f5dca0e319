import type { EvidenceKind } from "../../../protocol/admin-calibration.ts";

/** What people did with an answer, in words. */
export const evidenceText: Record<EvidenceKind, string> = {
  draft_approved: "draft sent unchanged",
  draft_replaced: "draft replaced",
  hint_given: "needed guidance",
  thumb_up: "visitor liked it",
  thumb_down: "visitor disliked it",
  asked_for_person: "visitor asked for the team",
  ended_content: "ticket ended after it",
};
