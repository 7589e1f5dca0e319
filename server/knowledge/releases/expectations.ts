import type { RegressionExpected } from "../../../protocol/regression.ts";
import type { Replayed } from "../../../protocol/release-runs.ts";

/**
 * Lists the expectations that an answer does not meet, as texts. When the ticket was handed over, the visitor saw no answer, so the answer
 * contains and cites nothing.
 */
export function missedExpectations(expected: RegressionExpected, { outcome, answer, citations }: Replayed): string[] {
  const { must_cite = [], must_say = [], must_not_say = [] } = expected;
  const isAsked = outcome === "escalated" || outcome === "failed";
  const said = isAsked ? "" : plain(answer);
  const cited = new Set(isAsked ? [] : citations.map(({ document_id }) => document_id));
  return [
    ...(expected.outcome !== undefined && expected.outcome !== outcome ? [`outcome ${expected.outcome}`] : []),
    ...must_cite.filter((id) => !cited.has(id)).map((id) => `cites ${id}`),
    ...must_say.filter((phrase) => !said.includes(plain(phrase))).map((phrase) => `says “${phrase}”`),
    ...must_not_say.filter((phrase) => said.includes(plain(phrase))).map((phrase) => `does not say “${phrase}”`),
  ];
}

/** Ignores case, spaces, emphasis and citation marks. */
function plain(text: string): string {
  return text
    .replace(/(?<!\s)\s*\[\d{1,3}\](?!\()/g, "")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
