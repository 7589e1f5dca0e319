import type { ModelProvider } from "../../../protocol/admin-settings.ts";
import type { ModelChoices } from "../../../protocol/admin-usage.ts";

export const providerNames: Record<ModelProvider, string> = {
  extractive: "the built-in answerer",
  openai: "OpenAI-compatible",
  azure: "Azure OpenAI",
  anthropic: "Anthropic",
  ollama: "Ollama",
};

const taskNames: Readonly<Record<string, string>> = {
  generate: "Answers",
  grade: "Confidence",
  contextualize: "Reading the question",
  summarize: "Summaries",
  look: "Pictures",
  act: "Tools",
  translate: "Translation",
  extract: "Memories",
  copilot: "Copilot",
  copilot_large: "Copilot (large model)",
};

/** Display name of a task; a task that only a newer server knows keeps its identifier. */
export const taskName = (task: string): string => taskNames[task] ?? task;

/** Formats micro-dollars as dollars: two decimals, or more below one dollar. */
export function dollars(micros: number): string {
  const value = micros / 1_000_000;
  const digits = value > 0 && value < 0.01 ? 4 : 2;
  return `$${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

export type ModelTask = keyof ModelChoices["usual"];
export type ModelOfTask = ModelChoices["usual"][ModelTask];

/** Tasks of models, most important first. */
export const modelTasks: ReadonlyArray<{ task: ModelTask; label: string; text: string }> = [
  { task: "generate", label: "Answers", text: "Writes answers from your documents." },
  { task: "grade", label: "Confidence", text: "Checks each answer against its sources." },
  {
    task: "contextualize",
    label: "Reading the question",
    text: "Rewrites follow-up questions so they make sense on their own.",
  },
  { task: "summarize", label: "Summaries", text: "Summarizes tickets for agents." },
];

/** Display name of a model. */
export function modelName({ provider, model }: ModelOfTask): string {
  return model === "" ? providerNames[provider] : `${model} of ${providerNames[provider]}`;
}
