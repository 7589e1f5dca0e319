import type { KinRow } from "../../copilot/store/copilot-branches.ts";

/** Summaries that are less alike speak of different things (design section 9). */
const leastAlike = 0.3;
/** One open question tells nothing of where a branch goes (docs/benchmarks, "Branches that moved away"). */
const leastAnswers = 3;

/** Whether a branch speaks of other things by now than what it was forked from, after three answers. */
export function isDrifted(similarity: number | null, answers: number): boolean {
  return answers >= leastAnswers && similarity !== null && similarity < leastAlike;
}

/** How alike two summaries are, by vectors of length one; null where one has none, or they are of two models. */
export function similarityOf(one: KinRow["vector"] = null, other: KinRow["vector"] = null): number | null {
  if (!one || !other || one.model !== other.model) return null;
  const dot = one.values.reduce((sum, value, at) => sum + value * (other.values[at] ?? 0), 0);
  return Math.min(1, Math.max(-1, dot));
}
