import type { Grade } from "../../../protocol/messages.ts";

/** `high` above 0.75, `low` below 0.5. */
export function tierOf(score: number): Grade["tier"] {
  if (score > 0.75) return "high";
  return score < 0.5 ? "low" : "medium";
}
