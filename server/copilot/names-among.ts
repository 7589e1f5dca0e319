import type { CopilotDocument } from "../../protocol/copilot.ts";
import { resolveByWords } from "./resolve-documents.ts";

/** Which of the documents that a person was offered their answer in words means; none where that is not certain. */
export function namesAmong(text: string, options: readonly CopilotDocument[]): CopilotDocument[] {
  const answer = { text, action: "summarize" as const, documents: options, said: [], registry: [], shown: options };
  const { found, unclear, unknown } = resolveByWords(answer);
  return unclear.length + unknown.length > 0 ? [] : found;
}
