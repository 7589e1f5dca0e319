import type { KinRow } from "../../copilot/store/copilot-branches.ts";

/** Minimum similarity of summaries about the same subject (design section 9). */
const leastAlike = 0.3;
/** A single open question does not show the direction of a branch (docs/benchmarks, "Branches that moved away"). */
const leastAnswers = 3;

/** True when a branch has moved to another topic than its parent, after at least three answers. */
export function isDrifted(similarity: number | null, answers: number): boolean {
  return answers >= leastAnswers && similarity !== null && similarity < leastAlike;
}

/** Similarity of two summaries, by vectors of length one; null when a vector is missing or the vectors come from two models. */
export function similarityOf(one: KinRow["vector"] = null, other: KinRow["vector"] = null): number | null {
  if (!one || !other || one.model !== other.model) return null;
  const dot = one.values.reduce((sum, value, at) => sum + value * (other.values[at] ?? 0), 0);
  return Math.min(1, Math.max(-1, dot));
}
