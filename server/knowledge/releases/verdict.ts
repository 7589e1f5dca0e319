import type { RegressionExpected } from "../../../protocol/regression.ts";
import type { Replayed, Verdict, VerdictReason } from "../../../protocol/release-runs.ts";
import { missedExpectations } from "./expectations.ts";

/**
 * Largest difference in confidence that means nothing. Repeated answers on libraries that differ only in unrelated documents vary by up to
 * 0.05 with the rules, and 19 of 20 do not vary at all; the cause is the changed frequency of words (docs/benchmarks.md). Tiers and
 * thresholds have steps of 0.05.
 */
const deadBand = 0.05;

interface Judged {
  verdict: Verdict;
  reasons: VerdictReason[];
  failed: { before: string[]; after: string[] } | null;
}

/**
 * Returns whether a release answers a question better or worse than the published state. Compares the expectations first, then whether the
 * ticket is handed over, then the confidence. Different words with the same confidence need a human review.
 */
export function judge(expected: RegressionExpected | null, before: Replayed, after: Replayed): Judged {
  const failed = expected && {
    before: missedExpectations(expected, before),
    after: missedExpectations(expected, after),
  };
  const differs = differences(before, after);
  if (before.outcome === "failed" || after.outcome === "failed") {
    const isOne = before.outcome === after.outcome;
    return { verdict: isOne ? "same" : "unclear", reasons: ["failed"], failed };
  }
  const met = failed && compareMissed(failed);
  if (met) return { verdict: met, reasons: ["expectation", ...differs], failed };
  return { verdict: byAnswer(before, after, differs), reasons: differs, failed };
}

function compareMissed({ before, after }: { before: string[]; after: string[] }): Verdict | null {
  if (after.some((missed) => !before.includes(missed))) return "worse";
  return before.length > after.length ? "better" : null;
}

function byAnswer(before: Replayed, after: Replayed, differs: VerdictReason[]): Verdict {
  const isAsked = [before, after].map(({ outcome }) => outcome === "escalated");
  if (differs.includes("outcome")) {
    if (isAsked[1] && before.outcome === "answered") return "worse";
    if (isAsked[0] && after.outcome === "answered") return "better";
    return "unclear";
  }
  // Handed over in both cases, so visitors see neither answer.
  if (isAsked[0]) return "same";
  if (differs.includes("grade")) return scoreOf(after) > scoreOf(before) ? "better" : "worse";
  return differs.length === 0 ? "same" : "unclear";
}

function differences(before: Replayed, after: Replayed): VerdictReason[] {
  const reasons: VerdictReason[] = [];
  if (before.outcome !== after.outcome) reasons.push("outcome");
  if (Math.abs(scoreOf(after) - scoreOf(before)) >= deadBand && before.grade && after.grade) reasons.push("grade");
  if (plain(before.answer) !== plain(after.answer)) reasons.push("answer");
  if (citedBy(before) !== citedBy(after)) reasons.push("citations");
  return reasons;
}

function scoreOf({ grade }: Replayed): number {
  return grade?.score ?? 0;
}

/** Removes citation marks, because their numbers do not matter. */
function plain(answer: string): string {
  return answer
    .replace(/(?<!\s)\s*\[\d{1,3}\](?!\()/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function citedBy({ citations }: Replayed): string {
  return [...new Set(citations.map(({ document_id, title }) => document_id ?? title))].sort().join("\n");
}
