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
        "An audit needs the text to be checked: paste it, attach it, or name a document, and say against which policies.",
    };
  if (targets >= least) return null;
  return { needs: "documents", sentence: tooFew[action](has) };
}

/** Summaries, comparisons and audits are of the documents themselves; what the web says has no part in them. */
export function mayUseWeb(action: CopilotAction): boolean {
  return action === "inquire";
}

const tooFew: Readonly<Record<CopilotAction, (has: { documents: number; hasText: boolean }) => string>> = {
  summarize: () => "Which document shall I summarize? Name one to five.",
  inquire: () => "Which documents shall I look in?",
  compare: ({ documents }) =>
    documents === 0
      ? "A comparison needs two to five documents, or two versions of one. Which?"
      : "A comparison needs a second document, or another version of this one. Which?",
  audit: ({ hasText }) =>
    hasText
      ? "Which policies shall I hold the text against? Name one to five."
      : "Which policies shall I hold this document against? Name one to five, or paste the text that is to be checked.",
};

const tooMany: Readonly<Record<CopilotAction, (count: number) => string>> = {
  summarize: (count) => `I summarize five documents at most, and these are ${count}. Leave some out.`,
  inquire: (count) =>
    `I look in five documents at most, and these are ${count}. Leave some out, or name none and I look in all.`,
  compare: (count) => `I compare five documents at most, and these are ${count}. Leave some out.`,
  audit: (count) => `An audit takes five documents at most, and these are ${count}. Leave some out.`,
};
