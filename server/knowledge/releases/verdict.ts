import type { RegressionExpected } from "../../../protocol/regression.ts";
import type { Replayed, Verdict, VerdictReason } from "../../../protocol/release-runs.ts";
import { missedExpectations } from "./expectations.ts";

/**
 * Grades that differ by less tell nothing. Answered twice on libraries that differ in documents no answer rests on, grades of the same
 * answer move by up to 0.05 with the rules, and 19 of 20 not at all, because how rare words are has moved (docs/benchmarks.md); tiers and thresholds are set in
 * steps of 0.05.
 */
const deadBand = 0.05;

interface Judged {
  verdict: Verdict;
  reasons: VerdictReason[];
  failed: { before: string[]; after: string[] } | null;
}

/**
 * Whether a release answers a question better or worse than what is published. What somebody expects counts most, then whether a person
 * has to be asked, then the grades; other words that are graded alike are for a person to look at.
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
  // A person is asked either way: what would have been said is shown to nobody.
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

/** Without marks of citations, whose numbers are no matter of words. */
function plain(answer: string): string {
  return answer
    .replace(/(?<!\s)\s*\[\d{1,3}\](?!\()/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function citedBy({ citations }: Replayed): string {
  return [...new Set(citations.map(({ document_id, title }) => document_id ?? title))].sort().join("\n");
}
