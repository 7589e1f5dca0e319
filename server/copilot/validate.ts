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

/** Null where nothing is missing. In an audit without a text the first document is what is audited, so that it needs one more. */
export function missingFor(action: CopilotAction, has: { documents: number; hasText: boolean }): Missing | null {
  const isDocumentAudited = action === "audit" && !has.hasText && has.documents > 0;
  const targets = isDocumentAudited ? has.documents - 1 : has.documents;
  const { least, most } = documentLimits[action];
  if (has.documents > most) return { needs: "fewer", sentence: tooMany[action](has.documents) };
  if (action === "audit" && !has.hasText && has.documents === 0)
    return {
      needs: "text",
      sentence:
        "An audit needs a text and policies. Paste or attach the text, or name a document, and say which policies to check against.",
    };
  if (targets >= least) return null;
  return { needs: "documents", sentence: tooFew[action](has) };
}

/** Summaries, comparisons and audits are of the documents themselves; what the web says has no part in them. */
export function mayUseWeb(action: CopilotAction): boolean {
  return action === "inquire";
}

const tooFew: Readonly<Record<CopilotAction, (has: { documents: number; hasText: boolean }) => string>> = {
  summarize: () => "Which document should I summarize? Name one to five.",
  inquire: () => "Which documents should I search?",
  compare: ({ documents }) =>
    documents === 0
      ? "A comparison needs two to five documents, or two versions of one document. Which ones?"
      : "A comparison needs a second document, or another version of this one. Which one?",
  audit: ({ hasText }) =>
    hasText
      ? "Which policies should I check the text against? Name one to five."
      : "Which policies should I check this document against? Name one to five, or paste the text to check.",
};

const tooMany: Readonly<Record<CopilotAction, (count: number) => string>> = {
  summarize: (count) => `I can summarize up to five documents. You chose ${count}: remove some.`,
  inquire: (count) =>
    `I can search up to five named documents. You chose ${count}: remove some, or name none to search all.`,
  compare: (count) => `I can compare up to five documents. You chose ${count}: remove some.`,
  audit: (count) => `I can audit against up to five documents. You chose ${count}: remove some.`,
};
