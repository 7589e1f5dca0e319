import { estimateTokens } from "../../../core/text/estimate-tokens.ts";
import { cut } from "../../../core/text/shorten.ts";
import { type HistoryMessage, ModelFailure, type RetrievedChunk } from "../../ports.ts";
import type { CallResult } from "../../tool-ports.ts";
import type { Prompt } from "../prompts.ts";
import type { Caller } from "./chat-tasks.ts";

/** The parts of a prompt that may be left out. Chunks are in the order of their relevance. */
interface Material {
  history?: HistoryMessage[];
  chunks?: RetrievedChunk[];
  results?: readonly CallResult[];
}

/** A shorter result is not halved again, because too little would be left. */
const leastResultChars = 200;

/**
 * Calls the model with as much of the material as its context allows, and once more with half of it when the server says that the prompt
 * was too long.
 * @throws ModelFailure
 */
export async function askFitting<Input extends Material, Result>(
  caller: Caller,
  { input, promptOf }: { input: Input; promptOf: (input: Input) => Prompt },
  ask: (prompt: Prompt, input: Input) => Promise<Result>,
): Promise<Result> {
  const { prompt, fitted } = shortened(input, promptOf, caller.room() ?? Number.POSITIVE_INFINITY);
  try {
    return await ask(prompt, fitted);
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.kind !== "too_long" || error.partial !== "") throw error;
    const half = Math.floor(tokensOf(prompt) / 2);
    const less = shortened(fitted, promptOf, Math.min(half, caller.room() ?? half));
    if (less.fitted === fitted) throw error;
    return ask(less.prompt, less.fitted);
  }
}

/**
 * Shortens the input until it fits: first leaves out messages of the conversation, oldest first, then chunks, then parts of tool results.
 */
function shortened<Input extends Material>(
  input: Input,
  promptOf: (input: Input) => Prompt,
  room: number,
): { prompt: Prompt; fitted: Input } {
  let fitted = input;
  let prompt = promptOf(fitted);
  while (!fits(prompt, room)) {
    const less = withoutOne(fitted);
    if (less === null) break;
    fitted = less;
    prompt = promptOf(fitted);
  }
  return { prompt, fitted };
}

/** A quick check for most prompts: no estimate exceeds one and a half tokens per character. */
function fits(prompt: Prompt, room: number): boolean {
  return (prompt.system.length + prompt.user.length) * 1.5 <= room || tokensOf(prompt) <= room;
}

function withoutOne<Input extends Material>(input: Input): Input | null {
  const { history = [], chunks = [], results = [] } = input;
  if (history.length > 0) return { ...input, history: history.slice(1) };
  if (chunks.length > 1) return { ...input, chunks: chunks.slice(0, -1) };
  const longest = Math.max(
    0,
    ...[...results, ...chunks.map(({ text }) => ({ content: text }))].map(({ content }) => content.length),
  );
  if (longest < leastResultChars) return null;
  const half = (text: string) => (text.length === longest ? cut(text, Math.floor(longest / 2)) : text);
  return {
    ...input,
    ...(input.results ? { results: results.map((result) => ({ ...result, content: half(result.content) })) } : {}),
    ...(input.chunks ? { chunks: chunks.map((chunk) => ({ ...chunk, text: half(chunk.text) })) } : {}),
  };
}

function tokensOf({ system, user }: Prompt): number {
  return estimateTokens(system) + estimateTokens(user);
}
