import type { ModelProvider } from "../../../protocol/admin-settings.ts";

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
  contextualize: "Understanding questions",
  summarize: "Summaries",
  look: "Pictures",
  act: "Tools",
  translate: "Translation",
  extract: "Memories",
  copilot: "Copilot",
  copilot_large: "Copilot (large model)",
};

/** A task as people call it; a newer server's keeps its name. */
export const taskName = (task: string): string => taskNames[task] ?? task;

/** Millionths of a dollar as dollars: cents, or more digits where it is less than one. */
export function dollars(micros: number): string {
  const value = micros / 1_000_000;
  const digits = value > 0 && value < 0.01 ? 4 : 2;
  return `$${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
