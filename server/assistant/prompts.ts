import type { EscalationReason } from "../../protocol/messages.ts";
import { cut } from "../text/shorten.ts";
import type { HistoryMessage, TenantProfile } from "./ports.ts";

/** What the visitor reads while a node works. */
export const statusText = {
  check_cache: "Checking earlier answers",
  contextualize: "Understanding the question",
  retrieve: "Searching the documentation",
  clarify: "Asking which one you mean",
  generate: "Writing an answer",
  grade: "Checking the answer against its sources",
  escalate: "Looking for a person who can help",
};

/** The reason of a grade when there was nothing to answer from. */
export const nothingFound = "Nothing in the documents answers this.";

/** What the visitor reads after choosing none of the readings. */
export const clarificationDropped =
  "All right, I have dropped that question. You can put it in other words, or ask for a person at any time.";

/** The question back, with the readings in it: whoever sees no buttons can answer it in words. */
export function whichOne(labels: string[]): string {
  const quoted = labels.map((label) => `“${label}”`);
  return `I found more than one thing that this may be about. Do you mean ${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}?`;
}

/** Status after the search, e.g. "Reading Billing FAQ and 3 more". */
export function readingStatus(titles: string[]): string {
  const [first, ...rest] = titles;
  if (!first) return "Nothing found in the documentation";
  return rest.length === 0 ? `Reading ${first}` : `Reading ${first} and ${rest.length} more`;
}

/** Polite answers to messages that ask nothing. */
export const smallTalkReplies = {
  greeting: (tenant: TenantProfile) => `Hello! What would you like to know about ${tenant.name}?`,
  thanks: () => "You're welcome! If anything else comes up, just ask.",
  goodbye: () => "Goodbye, and have a good day!",
  acknowledgement: () => "Great. If anything else comes up, just ask.",
  identity: (tenant: TenantProfile) =>
    `I'm the automated assistant of ${tenant.name}. I answer from its documents; if you would rather have a person, just say so.`,
  wellbeing: () => "I'm doing fine, thank you. What can I help you with?",
};

const reasonText: Record<EscalationReason, string> = {
  low_grade: "The assistant was not sure enough of its answer.",
  no_documents: "Nothing in the documents matches the question.",
  asked_for_person: "The visitor asked for a person.",
  sensitive_topic: "The topic is one that people handle.",
  tool_failure: "A tool did not work.",
  model_failure: "The model could not be reached or did not give a usable answer.",
  budget_exhausted: "The budget for answers is used up.",
};

/** Summary for the agent when no model can write one. */
export function plainSummary(reason: EscalationReason, question: string, history: HistoryMessage[]): string {
  const earlier = history.filter((message) => message.role === "visitor").slice(-3);
  const lines = [reasonText[reason], `Question: ${cut(question, 400)}`];
  if (earlier.length > 0)
    lines.push(`Asked before: ${earlier.map((message) => cut(message.content, 160)).join(" / ")}`);
  return lines.join("\n");
}
