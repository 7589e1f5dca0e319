import type { CopilotPorts } from "../ports.ts";
import { askForDocuments, askForText } from "../questions.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";
import { missingFor } from "../validate.ts";

/** Words after which a document is named that something is held against: what is held against it is missing then. */
const against = /\b(?:against|with|gegen|mit|anhand|contre|con|contra)\b/iu;

/** Whether the action has what it needs; asks for what it lacks, in a sentence. No model is asked. */
export async function validate({ settled, message }: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { action } = settled;
  if (action === null) return {};
  const lacks = missingFor(action, { documents: settled.documents.length, hasText: settled.text !== "" });
  if (lacks === null) return {};
  const isTarget = action === "audit" && settled.text === "" && against.test(message);
  if (lacks.needs === "text" || (isTarget && settled.documents.length === 1)) return { question: askForText(action) };
  if (lacks.needs === "fewer") return { refusal: lacks.sentence };
  const all = await ports.listDocuments();
  if (all.length === 0) return { refusal: "The library is empty. Add documents first." };
  const current = all.filter(({ is_current: isCurrent }) => isCurrent);
  return {
    question: askForDocuments(action, lacks.sentence, {
      options: [...settled.documents, ...ports.registry, ...current],
      certain: settled.documents,
    }),
  };
}
