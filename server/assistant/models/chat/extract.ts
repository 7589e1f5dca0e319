import { z } from "zod";
import { memoryTypeSchema } from "../../../../protocol/memories.ts";
import { extractPrompt, type SaidBy } from "../extract-prompt.ts";
import { askJson } from "./ask-json.ts";
import type { Caller } from "./chat-tasks.ts";

const extractedSchema = z.object({
  type: memoryTypeSchema,
  content: z.string().max(2_000),
  attribute: z.string().max(200).nullable(),
  confidence: z.number().min(0).max(1),
  /** From 1. */
  message: z.number().int(),
  quote: z.string().max(4_000),
  valid_until: z.iso.date().nullable(),
});
/** Memories that a model proposes, not yet checked. */
export type Extracted = z.infer<typeof extractedSchema>;

const answerSchema = z.object({ memories: z.array(extractedSchema).max(100) });

/** Extracts memories from a conversation. */
export async function extractBy(caller: Caller, said: readonly SaidBy[]): Promise<Extracted[]> {
  return (await askJson(caller, { name: "memories", schema: answerSchema, prompt: extractPrompt(said) })).memories;
}
