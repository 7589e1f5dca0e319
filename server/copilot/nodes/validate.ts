import { type CopilotAction, mostDocuments } from "../../../protocol/copilot.ts";
import type { CopilotPorts } from "../ports.ts";
import { askForDocuments, askForText, minDocuments } from "../questions.ts";
import { type CopilotStateType, type CopilotUpdate, ended } from "../state.ts";
import { offer } from "./resolve-documents.ts";

/** Checks that the action has its documents and its text, and asks for what is missing. No model is asked. */
export async function validate(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { action, documents, text, isFirstChecked } = state;
  if (action === null) return {};
  const lacks = missingInput(action, { documents: documents.length, hasText: text !== "", isFirstChecked });
  if (lacks === null) return {};
  if (lacks.needs === "text") return { question: askForText(action, documents) };
  const all = await ports.listDocuments();
  if (all.length === 0) return ended("The library is empty. Add documents first.");
  const known = isFirstChecked ? documents.slice(1) : documents;
  const others = offer(all, ports.registry).filter(({ version_id: id }) => id !== documents[0]?.version_id);
  const [options, certain] = lacks.needs === "fewer" ? [known, []] : [[...known, ...others], known];
  return { question: askForDocuments(action, lacks.sentence, { options, certain }) };
}

/** The missing input of an action, in a sentence that tells the person what to do. */
export interface Missing {
  needs: "text" | "documents" | "fewer";
  sentence: string;
}

/**
 * Null when nothing is missing. Without a text, an audit checks the first document, so it needs one more. A question searches a set as
 * a whole, whatever its size.
 */
export function missingInput(
  action: CopilotAction,
  has: { documents: number; hasText: boolean; isFirstChecked?: boolean },
): Missing | null {
  const documents = has.documents - (has.isFirstChecked ? 1 : 0);
  if (documents > mostDocuments)
    return action === "inquire"
      ? null
      : { needs: "fewer", sentence: `Choose up to five documents. There are ${documents} now.` };
  if (action === "audit" && !has.hasText && !has.isFirstChecked && documents < 2)
    return { needs: "text", sentence: "" };
  return documents >= minDocuments[action] ? null : { needs: "documents", sentence: tooFew[action](documents) };
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
