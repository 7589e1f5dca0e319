import { type CopilotAction, mostDocuments } from "../../protocol/copilot.ts";

/** How many documents an action works on (design: compare 2 to 5, audit 1 to 5 targets, summarize 1 to 5, inquire 0 to 5). */
export const documentLimits: Readonly<Record<CopilotAction, { least: number; most: number }>> = {
  summarize: { least: 1, most: mostDocuments },
  inquire: { least: 0, most: mostDocuments },
  compare: { least: 2, most: mostDocuments },
  audit: { least: 1, most: mostDocuments },
};

/** What an action lacks, in a sentence that a person can act on. */
export interface Missing {
  needs: "text" | "documents" | "fewer";
  sentence: string;
}

/**
 * Null where nothing is missing. In an audit without a text the first document is audited, so that it needs one more; a set is searched as a
 * whole, whatever its size, by a question.
 */
export function missingFor(action: CopilotAction, has: { documents: number; hasText: boolean }): Missing | null {
  const { least, most } = documentLimits[action];
  if (has.documents > most) return action === "inquire" ? null : { needs: "fewer", sentence: tooMany(has.documents) };
  if (action === "audit" && !has.hasText && has.documents < 2) return { needs: "text", sentence: "" };
  if (has.documents >= least) return null;
  return { needs: "documents", sentence: tooFew[action](has.documents) };
}

/** Summaries, comparisons and audits are of the documents themselves; what the web says has no part in them. */
export function mayUseWeb(action: CopilotAction): boolean {
  return action === "inquire";
}

const tooFew: Readonly<Record<CopilotAction, (documents: number) => string>> = {
  summarize: () => "Which document should I summarize? Choose one to five.",
  inquire: () => "Which documents should I search?",
  compare: (documents) =>
    documents === 0
      ? "A comparison needs two to five documents, or two versions of one document. Which ones?"
      : "A comparison needs a second document, or another version of this one. Which one?",
  audit: () => "Which policies should I check the text against? Choose one to five.",
};

function tooMany(count: number): string {
  return `Choose up to five documents. There are ${count} now.`;
}
