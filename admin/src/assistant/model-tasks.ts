import type { ModelChoices } from "../../../protocol/admin-usage.ts";
import { providerNames } from "./model-names.ts";

export type ModelTask = keyof ModelChoices["usual"];
export type ModelOfTask = ModelChoices["usual"][ModelTask];

/** What models do, in the order in which people care. */
export const modelTasks: ReadonlyArray<{ task: ModelTask; label: string; text: string }> = [
  { task: "generate", label: "Answers", text: "Writes answers from your documents." },
  { task: "grade", label: "Confidence", text: "Checks each answer against its sources." },
  {
    task: "contextualize",
    label: "Understanding questions",
    text: "Rewrites follow-up questions so they make sense on their own.",
  },
  { task: "summarize", label: "Summaries", text: "Summarizes tickets for agents." },
];

/** A model in words. */
export function modelName({ provider, model }: ModelOfTask): string {
  return model === "" ? providerNames[provider] : `${model} of ${providerNames[provider]}`;
}
