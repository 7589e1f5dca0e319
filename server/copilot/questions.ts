import { randomUUID } from "node:crypto";
import type { CopilotAction, CopilotDocument, CopilotQuestion } from "../../protocol/copilot.ts";
import { documentLimits } from "./validate.ts";

/** Documents that are offered to choose from. */
const mostOffered = 12;

export function askForAction(options: CopilotAction[]): CopilotQuestion {
  return { type: "choose_action", id: randomUUID(), prompt: "What shall I do?", options };
}

/** @param options those that may be meant, the likeliest first. */
export function askForDocuments(action: CopilotAction, prompt: string, options: CopilotDocument[]): CopilotQuestion {
  const { least, most } = documentLimits[action];
  const offered = options.slice(0, mostOffered);
  return {
    type: "choose_documents",
    id: randomUUID(),
    prompt,
    action,
    options: offered,
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

/** @param hasWeb whether there is a web to search; a comparison never uses it. */
export function askForEvidence(action: CopilotAction, found: number, hasWeb: boolean): CopilotQuestion {
  return {
    type: "low_retrieval",
    id: randomUUID(),
    prompt:
      found === 0
        ? "I found nothing on this in the documents."
        : "What I found fits poorly. An answer from it would be a guess.",
    action,
    options: ["tag_documents", ...(hasWeb && action !== "compare" ? (["search_web"] as const) : []), "go_on"],
  };
}
