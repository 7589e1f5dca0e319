import type { PlaygroundResult } from "../../../protocol/playground.ts";
import { money } from "../ui/format.ts";

/** Display name of each graph node. */
const nodeWords: Record<string, string> = {
  check_cache: "Check cache",
  check_cache_again: "Check cache again",
  contextualize: "Understand",
  retrieve: "Search",
  clarify: "Clarify?",
  act: "Use tools",
  generate: "Write",
  grade: "Rate confidence",
  finish: "Finish",
  escalate: "Hand over",
};

export function nodeName(node: string): string {
  return nodeWords[node] ?? node;
}

/** Why the cache was used or not. */
const cacheReasons: Record<string, string> = {
  exact: "same question answered before",
  nearest: "similar question answered before",
  passages: "same passages as an earlier answer",
  empty: "empty for this model and language",
  unlike: "no earlier question shares a word",
  too_far: "closest question not similar enough",
  rival: "two earlier questions are equally close",
  personal: "the question contains personal data",
  unavailable: "it could not be reached",
  changed_document: "the draft changes its document",
  language: "closest question in another language",
  negation: "only one question is negated",
  opposite: "opposite terms",
  number: "different numbers",
  name: "different names",
  question_type: "different kind of answer",
  word: "a key word differs",
  owner: "different person",
  direction: "opposite direction",
};

export function cacheWords({ hit, reason }: { hit: boolean; reason: string }): string {
  return `${hit ? "Used" : "Not used"}: ${cacheReasons[reason] ?? reason}.`;
}

const reasons: Record<string, string> = {
  low_grade: "low confidence",
  no_documents: "nothing found",
  asked_for_person: "the visitor asked for the team",
  sensitive_topic: "the topic is sensitive",
  tool_failure: "a tool failed",
  model_failure: "the model failed",
  budget_exhausted: "the budget is used up",
};

/** The outcome for a visitor. */
export function outcomeWords({ outcome, reason, grade, threshold }: PlaygroundResult): string {
  switch (outcome) {
    case "answered":
      return "Answered";
    case "small_talk":
      return "Answered without a search";
    case "clarifying":
      return "Asks the visitor to clarify";
    case "proposed":
      return "Would ask for approval";
    case "escalated": {
      const isLow = reason === "low_grade" && grade !== null;
      const why = isLow
        ? `confidence ${grade.score.toFixed(2)} is below ${threshold.toFixed(2)}`
        : reasons[reason ?? ""];
      return `Would be handed over${why ? `: ${why}` : ""}`;
    }
    case "failed":
      return reason === "timeout" ? "Timed out" : "Failed";
    default:
      return outcome satisfies never;
  }
}

export function costWords(dollars: number | null | undefined): string {
  if (dollars === null) return "unknown price";
  return money(Math.round((dollars ?? 0) * 1_000_000));
}
