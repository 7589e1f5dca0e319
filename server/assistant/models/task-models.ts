import type { ChatClient } from "./chat/chat-client.ts";
import type { ModelTask } from "./usage-records.ts";

export interface TaskModel {
  model: string;
  maxOutputTokens: number;
  isRoutine: boolean;
  /** Longest a call may take, in ms. Together they stay below what a turn may take, with a slow model in every task. */
  totalMs: number;
}

/** Small models do routine work; the answer that the visitor reads gets the large one. */
const sizes: Record<ModelTask, { size: "small" | "large"; maxOutputTokens: number; totalMs: number }> = {
  look: { size: "small", maxOutputTokens: 400, totalMs: 15_000 },
  contextualize: { size: "small", maxOutputTokens: 300, totalMs: 12_000 },
  // Asked up to three times an answer; all of them together have 30 s (`assistant/acting.ts`).
  act: { size: "small", maxOutputTokens: 800, totalMs: 15_000 },
  generate: { size: "large", maxOutputTokens: 1_200, totalMs: 75_000 },
  grade: { size: "small", maxOutputTokens: 1_000, totalMs: 20_000 },
  summarize: { size: "small", maxOutputTokens: 400, totalMs: 10_000 },
  // Nobody waits for it.
  extract: { size: "small", maxOutputTokens: 1_500, totalMs: 60_000 },
  // An agent waits for it, no visitor; a long answer is as long in another language.
  translate: { size: "small", maxOutputTokens: 4_000, totalMs: 40_000 },
  // A person waits in front of a run that says what it does; its results are lists with quotes.
  copilot: { size: "small", maxOutputTokens: 3_000, totalMs: 60_000 },
  copilot_large: { size: "large", maxOutputTokens: 4_000, totalMs: 90_000 },
};

const defaults = {
  // Azure's models have the names of the deployments that its owner made.
  azure: { small: "gpt-4o-mini", large: "gpt-4o" },
  openai: { small: "gpt-4o-mini", large: "gpt-4o" },
  anthropic: { small: "claude-haiku-4-5", large: "claude-sonnet-4-5" },
  ollama: { small: "llama3.1", large: "llama3.1" },
};

export type ChatProvider = keyof typeof defaults;

export function isChatProvider(name: string): name is ChatProvider {
  return Object.hasOwn(defaults, name);
}

/** The names of a provider's models: those that are set, else its usual ones. */
export function modelNames(
  provider: ChatProvider,
  set: { small: string | undefined; large: string | undefined },
): { small: string; large: string } {
  return {
    small: set.small ?? set.large ?? defaults[provider].small,
    large: set.large ?? set.small ?? defaults[provider].large,
  };
}

/** Which of the two does a task, and within which limits. Each task has a model, not each caller. */
export function taskModel(task: ModelTask, names: { small: string; large: string }): TaskModel {
  const { size, maxOutputTokens, totalMs } = sizes[task];
  return { model: names[size], maxOutputTokens, isRoutine: size === "small", totalMs };
}

/** One model that may do a task. Without a client: the rules of the extractive answerer. */
export interface Candidate {
  provider: string;
  client: ChatClient | null;
}

export const byRules: Candidate = { provider: "extractive", client: null };

/** For each task who is asked, and who after it when it fails. Empty for `look` alone, where no model reads pictures. */
export type Routes = Record<ModelTask, readonly Candidate[]>;
