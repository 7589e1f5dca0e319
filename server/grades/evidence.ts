import type { EvidenceKind } from "../../protocol/admin-calibration.ts";

/**
 * What people's doings say about an answer, and how much it counts beside a clear word about it. A visitor who asks for a person may
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
