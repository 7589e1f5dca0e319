import type { PlaygroundResult } from "../../../protocol/playground.ts";
import { money } from "../lib/format.ts";

/** What a node of the graph does, in a reader's words. */
const nodeWords: Record<string, string> = {
  check_cache: "Look in the cache",
  check_cache_again: "Look in the cache again",
  contextualize: "Understand",
  retrieve: "Search",
  clarify: "Ask back?",
  act: "Use tools",
  generate: "Write",
  grade: "Grade",
  finish: "Finish",
  escalate: "Ask a person",
};

export function nodeName(node: string): string {
  return nodeWords[node] ?? node;
}

/** Why the cache answered or did not. */
const cacheReasons: Record<string, string> = {
  exact: "the same question was answered before",
  nearest: "a question that means the same was answered before",
  passages: "an answer from the same passages was given before",
  empty: "nothing is in it for this model and language",
  unlike: "no earlier question has a word of this one",
  too_far: "the nearest question is not near enough",
  rival: "two earlier questions with different answers are as near",
  personal: "the question holds something of the visitor's own",
  unavailable: "it could not be reached",
  changed_document: "its answer rests on a document that the draft changes",
  language: "the nearest question is in another language",
  negation: "one of the two questions says not",
  opposite: "the two questions name opposites",
  number: "the two questions have other numbers",
  name: "the two questions name other things",
  question_type: "the two questions ask for another kind of answer",
  word: "the two questions differ by the word that matters",
  owner: "the two questions are about another one's things",
  direction: "the two questions are the other way round",
};

export function cacheWords({ hit, reason }: { hit: boolean; reason: string }): string {
  return `${hit ? "Taken" : "Not taken"}: ${cacheReasons[reason] ?? reason}.`;
}

const reasons: Record<string, string> = {
  low_grade: "the grade is too low",
  no_documents: "nothing was found to answer from",
  asked_for_person: "the visitor asks for one",
  sensitive_topic: "the topic is sensitive",
  tool_failure: "a tool failed",
  model_failure: "the model failed",
  budget_exhausted: "the budget is used up",
};

/** What a visitor would get. */
export function outcomeWords({ outcome, reason, grade, threshold }: PlaygroundResult): string {
  switch (outcome) {
    case "answered":
      return "Answered";
    case "small_talk":
      return "Answered without looking for anything";
    case "clarifying":
      return "Asks the visitor which of several things is meant";
    case "proposed":
      return "Would ask for a yes to a change";
    case "escalated": {
      const isLow = reason === "low_grade" && grade !== null;
      const why = isLow
        ? `its grade ${grade.score.toFixed(2)} is below ${threshold.toFixed(2)}`
        : reasons[reason ?? ""];
      return `A person would be asked${why ? `: ${why}` : ""}`;
    }
    case "failed":
      return reason === "timeout" ? "It took too long" : "It did not work";
    default:
      return outcome satisfies never;
  }
}

export function costWords(dollars: number | null | undefined): string {
  if (dollars === null) return "unknown price";
  return money(Math.round((dollars ?? 0) * 1_000_000));
}
