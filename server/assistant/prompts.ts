import type { EscalationReason } from "../../protocol/messages.ts";
import { filledIn, namedChoices, type ReadyLanguage, readySentences } from "../text/ready/index.ts";
import { cut } from "../text/shorten.ts";
import type { HistoryMessage } from "./ports.ts";

/** The reason of a grade when there was nothing to answer from. */
export const nothingFound = "Nothing in the documents answers this.";

/** The question back, with the readings in it: whoever sees no buttons can answer it in words. */
export function whichOne(labels: string[], language: ReadyLanguage = "en"): string {
  return filledIn(readySentences[language].whichOne, { choices: namedChoices(labels, language) });
}

/** Status after the search, e.g. "Reading Billing FAQ and 3 more". */
export function readingStatus(titles: string[], language: ReadyLanguage = "en"): string {
  const { nothingFound: nothing, reading, readingMore } = readySentences[language];
  const [title, ...rest] = titles;
  if (!title) return nothing;
  return rest.length === 0 ? filledIn(reading, { title }) : filledIn(readingMore, { title, n: rest.length });
}

const reasonText: Record<EscalationReason, string> = {
  low_grade: "The assistant's confidence was too low.",
  no_documents: "No document matches the question.",
  asked_for_person: "The visitor asked for your team.",
  sensitive_topic: "Your team handles this topic.",
  tool_failure: "A tool call failed.",
  model_failure: "The model was unavailable or gave no usable answer.",
  budget_exhausted: "The model budget is used up.",
};

/** Summary for the agent when no model can write one. */
export function plainSummary(reason: EscalationReason, question: string, history: HistoryMessage[]): string {
  const earlier = history.filter((message) => message.role === "visitor").slice(-3);
  const asked = question === "" ? "The visitor sent files without a message." : `Question: ${cut(question, 400)}`;
  const lines = [reasonText[reason], asked];
  if (earlier.length > 0)
    lines.push(`Earlier questions: ${earlier.map((message) => cut(message.content, 160)).join(" / ")}`);
  return lines.join("\n");
}
