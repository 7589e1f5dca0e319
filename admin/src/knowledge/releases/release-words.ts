import type { RegressionOrigin } from "../../../../protocol/regression.ts";
import type { Verdict, VerdictReason } from "../../../../protocol/release-runs.ts";
import type { ReleaseState, ReleaseView } from "../../../../protocol/releases.ts";
import type { Tab } from "../../ui/tabs.tsx";

export const stateWords: Record<ReleaseState, string> = {
  open: "Open",
  published: "Published",
  discarded: "Discarded",
  rolled_back: "Rolled back",
};

export const verdictWords: Record<Verdict, string> = {
  worse: "Worse",
  unclear: "Needs review",
  better: "Better",
  same: "Same",
};

export const verdictHints: Record<Verdict, string> = {
  worse: "An expectation fails, the question is handed over, or confidence is lower.",
  unclear: "The answer or its sources differ at similar confidence. Please review.",
  better: "An expectation is now met, the question is no longer handed over, or confidence is higher.",
  same: "The same answer, or handed over both times.",
};

export const reasonWords: Record<VerdictReason, string> = {
  expectation: "expectation",
  outcome: "outcome",
  grade: "confidence",
  answer: "wording",
  citations: "sources",
  failed: "no answer",
};

export const originWords: Record<RegressionOrigin, string> = {
  gap: "from a gap",
  answer: "from an agent's reply",
  playground: "from the playground",
  hand: "entered manually",
  file: "from a file",
};

export const outcomeWords: Record<string, string> = {
  answered: "Answered",
  escalated: "Handed over",
  clarifying: "Asks for clarification",
  small_talk: "Small talk",
  proposed: "Proposes a change",
  failed: "No answer",
};

/** Contents of a release, in a few words. */
export function contentsOf({ documents, settings }: Pick<ReleaseView, "documents" | "settings">): string {
  const count = Object.keys(settings).length;
  const parts = [
    documents.length > 0 ? `${documents.length} document${documents.length === 1 ? "" : "s"}` : "",
    count > 0 ? `${count} setting${count === 1 ? "" : "s"}` : "",
  ].filter(Boolean);
  return parts.join(" and ") || "Empty";
}

/** Milliseconds as readable text. */
export function timeText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** US dollars; null when the model's price is not configured. */
export function costText(dollars: number | null): string {
  if (dollars === null) return "not known";
  return dollars === 0 ? "nothing" : dollars < 0.01 ? "under $0.01" : `$${dollars.toFixed(2)}`;
}

/** Tabs: releases, and the test questions asked in each. */
export const releaseTabs: readonly Tab[] = [
  { href: "/console/releases", label: "Releases" },
  { href: "/console/releases/questions", label: "Test questions" },
];
