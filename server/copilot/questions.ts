import { randomUUID } from "node:crypto";
import {
  type CopilotAction,
  type CopilotDocument,
  type CopilotQuestion,
  mostDocuments,
} from "../../protocol/copilot.ts";

/** Most documents to choose from. */
const maxOffered = 12;

/** The fewest documents of an action (design section 16); for an audit, those that the text is checked against. */
export const minDocuments: Readonly<Record<CopilotAction, number>> = {
  summarize: 1,
  inquire: 0,
  compare: 2,
  audit: 1,
};

/** Summaries, comparisons and audits use only the documents. */
export function mayUseWeb(action: CopilotAction): boolean {
  return action === "inquire";
}

export function askForAction(options: CopilotAction[]): CopilotQuestion {
  return { type: "choose_action", id: randomUUID(), prompt: "What should I do?", options };
}

/** @param options the likeliest first @param certain those that are certainly meant; the options include them */
export function askForDocuments(
  action: CopilotAction,
  prompt: string,
  { options, certain = [] }: { options: CopilotDocument[]; certain?: readonly CopilotDocument[] },
): CopilotQuestion {
  const offered = options.slice(0, maxOffered);
  return {
    type: "choose_documents",
    id: randomUUID(),
    prompt,
    action,
    options: offered,
    certain: certain.map(({ version_id: id }) => id).filter((id) => offered.some(({ version_id: one }) => one === id)),
    least: Math.max(1, minDocuments[action]),
    most: mostDocuments,
  };
}

/** @param targets the documents that the text is checked against, if known */
export function askForText(action: CopilotAction, targets: readonly CopilotDocument[]): CopilotQuestion {
  const against = targets[0] ? ` against ${targets[0].title}` : "";
  const prompt = `Which text should I check${against}? Paste it here, or mention a document.`;
  return { type: "give_text", id: randomUUID(), prompt, action };
}

const nothingFound = {
  documents: "I found nothing about this in the documents.",
  searched: "I found nothing about this in the documents or on the web.",
  failed: "I found nothing about this in the documents, and web search is not available right now.",
};
const littleFound = {
  documents: "The results are a poor match. An answer would be a guess.",
  searched: "The results from the documents and the web are a poor match. An answer would be a guess.",
  failed: "The results are a poor match, and web search is not available right now. An answer would be a guess.",
};

/** @param web the outcome of a web search, if there was one */
export function askForEvidence(
  action: CopilotAction,
  found: number,
  { hasWeb, web }: { hasWeb: boolean; web: "searched" | "failed" | undefined },
): CopilotQuestion {
  const maySearch = hasWeb && web !== "searched" && mayUseWeb(action);
  return {
    type: "low_retrieval",
    id: randomUUID(),
    prompt: (found === 0 ? nothingFound : littleFound)[web ?? "documents"],
    action,
    options: ["tag_documents", ...(maySearch ? (["search_web"] as const) : []), "go_on"],
  };
}
