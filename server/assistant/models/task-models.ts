import type { ChatClient } from "./chat/chat-client.ts";
import type { ModelTask } from "./usage-records.ts";

export interface TaskModel {
  model: string;
  maxOutputTokens: number;
  isRoutine: boolean;
  /** Timeout of a call in ms. The sum stays below the timeout of a turn, even when every task has a slow model. */
  totalMs: number;
}

/** Small models do routine tasks; the large one writes the answer for the visitor. */
const sizes: Record<ModelTask, { size: "small" | "large"; maxOutputTokens: number; totalMs: number }> = {
  look: { size: "small", maxOutputTokens: 400, totalMs: 15_000 },
  contextualize: { size: "small", maxOutputTokens: 300, totalMs: 12_000 },
  // Called up to three times per answer, within 30 s together (`assistant/acting.ts`).
  act: { size: "small", maxOutputTokens: 800, totalMs: 15_000 },
  generate: { size: "large", maxOutputTokens: 1_200, totalMs: 75_000 },
  grade: { size: "small", maxOutputTokens: 1_000, totalMs: 20_000 },
  summarize: { size: "small", maxOutputTokens: 400, totalMs: 10_000 },
  // Runs in the background.
  extract: { size: "small", maxOutputTokens: 1_500, totalMs: 60_000 },
  // An agent waits for it, not a visitor. The translation of a long answer is just as long.
  translate: { size: "small", maxOutputTokens: 4_000, totalMs: 40_000 },
  // An agent waits, but sees the progress; the results are lists with quotes.
  copilot: { size: "small", maxOutputTokens: 3_000, totalMs: 60_000 },
  copilot_large: { size: "large", maxOutputTokens: 4_000, totalMs: 90_000 },
};

const defaults = {
  // Azure models have the names of the operator's deployments.
  azure: { small: "gpt-4o-mini", large: "gpt-4o" },
  openai: { small: "gpt-4o-mini", large: "gpt-4o" },
  anthropic: { small: "claude-haiku-4-5", large: "claude-sonnet-4-5" },
  ollama: { small: "llama3.1", large: "llama3.1" },
};

export type ChatProvider = keyof typeof defaults;

export function isChatProvider(name: string): name is ChatProvider {
  return Object.hasOwn(defaults, name);
}

/** A provider's model names: the configured ones, otherwise its defaults. */
export function modelNames(
  provider: ChatProvider,
  set: { small: string | undefined; large: string | undefined },
): { small: string; large: string } {
  return {
    small: set.small ?? set.large ?? defaults[provider].small,
    large: set.large ?? set.small ?? defaults[provider].large,
  };
}

/** The model and limits for a task. Each task has a model, not each caller. */
export function taskModel(task: ModelTask, names: { small: string; large: string }): TaskModel {
  const { size, maxOutputTokens, totalMs } = sizes[task];
  return { model: names[size], maxOutputTokens, isRoutine: size === "small", totalMs };
}

/** A model that may do a task. Without a client: the rules of the extractive answerer. */
export interface Candidate {
  provider: string;
  client: ChatClient | null;
}

export const byRules: Candidate = { provider: "extractive", client: null };

/** The candidates for each task, in order of use. Empty only for `look`, when no model reads pictures. */
export type Routes = Record<ModelTask, readonly Candidate[]>;
