import type { CopilotPorts } from "../ports.ts";
import { askForDocuments, askForText } from "../questions.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";
import { missingFor } from "../validate.ts";
import { offer } from "./resolve-documents.ts";

/** Whether the action has what it needs; asks for what it lacks, in a sentence. No model is asked. */
export async function validate({ settled }: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { action, documents, text } = settled;
  if (action === null) return {};
  const lacks = missingFor(action, { documents: documents.length, hasText: text !== "" });
  if (lacks === null) return {};
  if (lacks.needs === "text") return { question: askForText(action, documents) };
  const all = await ports.listDocuments();
  if (all.length === 0) return { refusal: "The library is empty. Add documents first." };
  const options = lacks.needs === "fewer" ? documents : [...documents, ...offer(all, ports.registry)];
  return {
    question: askForDocuments(action, lacks.sentence, { options, certain: lacks.needs === "fewer" ? [] : documents }),
  };
}
