import type { ModelTask } from "./receipts.ts";

export interface TaskModel {
  model: string;
  maxOutputTokens: number;
}

/** Small models do routine work; the answer that the visitor reads gets the large one. */
const sizes: Record<ModelTask, { size: "small" | "large"; maxOutputTokens: number }> = {
  contextualize: { size: "small", maxOutputTokens: 300 },
  generate: { size: "large", maxOutputTokens: 1_200 },
  grade: { size: "small", maxOutputTokens: 1_000 },
  summarize: { size: "small", maxOutputTokens: 400 },
};

const defaults = {
  openai: { small: "gpt-4o-mini", large: "gpt-4o" },
  ollama: { small: "llama3.1", large: "llama3.1" },
};

/** Which model does which task. Each task has a model, not each caller. */
export function taskModels(
  provider: keyof typeof defaults,
  config: { small: string | undefined; large: string | undefined },
): Record<ModelTask, TaskModel> {
  const names = {
    small: config.small ?? config.large ?? defaults[provider].small,
    large: config.large ?? config.small ?? defaults[provider].large,
  };
  const modelFor = ({ size, maxOutputTokens }: (typeof sizes)[ModelTask]): TaskModel => ({
    model: names[size],
    maxOutputTokens,
  });
  return {
    contextualize: modelFor(sizes.contextualize),
    generate: modelFor(sizes.generate),
    grade: modelFor(sizes.grade),
    summarize: modelFor(sizes.summarize),
  };
}
