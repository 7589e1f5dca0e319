import type { ModelChoices } from "../../../protocol/admin-usage.ts";
import { providerNames } from "./names.ts";

export type ModelTask = keyof ModelChoices["usual"];
export type ModelOfTask = ModelChoices["usual"][ModelTask];

/** What models do, in the order in which people care. */
export const modelTasks: ReadonlyArray<{ task: ModelTask; label: string; text: string }> = [
  { task: "generate", label: "Answers", text: "Writes what visitors read, from the passages that were found." },
  { task: "grade", label: "Grades", text: "Checks each answer against its sources." },
  { task: "contextualize", label: "Understanding questions", text: "Makes a follow-up a question that stands alone." },
  { task: "summarize", label: "Summaries", text: "Tells agents what a conversation was about." },
];

/** A model in words. */
export function modelName({ provider, model }: ModelOfTask): string {
  return model === "" ? providerNames[provider] : `${model} of ${providerNames[provider]}`;
}
