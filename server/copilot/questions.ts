import { randomUUID } from "node:crypto";
import type { CopilotAction, CopilotDocument, CopilotQuestion } from "../../protocol/copilot.ts";
import { documentLimits, mayUseWeb } from "./validate.ts";

/** Documents that are offered to choose from. */
const mostOffered = 12;

export function askForAction(options: CopilotAction[]): CopilotQuestion {
  return { type: "choose_action", id: randomUUID(), prompt: "What shall I do?", options };
}

/**
 * @param options those that may be meant, the likeliest first
 * @param certain those that are meant for certain; they are among the options
 */
export function askForDocuments(
  action: CopilotAction,
  prompt: string,
  { options, certain = [] }: { options: CopilotDocument[]; certain?: readonly CopilotDocument[] },
): CopilotQuestion {
  const { least, most } = documentLimits[action];
  const offered = options.slice(0, mostOffered);
  return {
    type: "choose_documents",
    id: randomUUID(),
    prompt,
    action,
    options: offered,
    certain: certain.map(({ version_id: id }) => id).filter((id) => offered.some(({ version_id: one }) => one === id)),
    least: Math.max(1, least),
    most,
  };
}

export function askForText(action: CopilotAction): CopilotQuestion {
  return {
    type: "give_text",
    id: randomUUID(),
    prompt: "Which text shall I check? Paste it here, or tag the document that it is.",
    action,
  };
}

const nothingFound = {
  documents: "I found nothing on this in the documents.",
  searched: "I found nothing on this in the documents or on the web.",
  failed: "I found nothing on this in the documents, and the web could not be searched just now.",
};
const littleFound = {
  documents: "What I found fits poorly. An answer from it would be a guess.",
  searched: "What I found in the documents and on the web fits poorly. An answer from it would be a guess.",
  failed: "What I found fits poorly, and the web could not be searched just now. An answer from it would be a guess.",
};

/** @param web whether there is a web to search; and, where it was wanted, what came of that. Only questions use it. */
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
