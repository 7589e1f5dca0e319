import { z } from "zod";
import { memoryTypeSchema } from "../../../protocol/memories.ts";
import { ModelFailure } from "../../assistant/ports.ts";
import { extractPrompt, type SaidBy } from "../extract-prompt.ts";
import { repairPrompt } from "../prompts.ts";
import { type Caller, turnsOf, wholeAnswer } from "./chat-tasks.ts";
import { jsonIn } from "./clean-text.ts";
import type { ChatTurn, JsonShape } from "./wire.ts";

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
/** What a model takes for worth remembering; nothing of it is believed yet. */
export type Extracted = z.infer<typeof extractedSchema>;

const answerSchema = z.object({ memories: z.array(extractedSchema).max(100) });

const nullable = (type: string) => ({ type: [type, "null"] });
const extractShape: JsonShape = {
  name: "memories",
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["memories"],
    properties: {
      memories: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          required: ["type", "content", "attribute", "confidence", "message", "quote", "valid_until"],
          properties: {
            type: { type: "string", enum: [...memoryTypeSchema.options] },
            content: { type: "string" },
            attribute: nullable("string"),
            confidence: { type: "number", description: "0 to 1" },
            message: { type: "integer" },
            quote: { type: "string" },
            valid_until: nullable("string"),
          },
        },
      },
    },
  },
};

/** What is worth remembering of a talk, as JSON of an agreed shape; asked for once more when it cannot be read. */
export async function extractBy(caller: Caller, said: readonly SaidBy[]): Promise<Extracted[]> {
  const turns = turnsOf(extractPrompt(said));
  const first = await wholeAnswer(caller, turns, extractShape);
  const read = readExtracted(first.text);
  if ("memories" in read) return read.memories;
  if (first.isCut) throw new ModelFailure("malformed", "the list of memories was cut off twice");
  const repair: ChatTurn[] = [
    ...turns,
    { role: "assistant", content: first.text },
    { role: "user", content: repairPrompt(read.error) },
  ];
  const repaired = readExtracted((await wholeAnswer(caller, repair, extractShape)).text);
  if ("memories" in repaired) return repaired.memories;
  throw new ModelFailure("malformed", "the list of memories could not be read twice");
}

function readExtracted(text: string): { memories: Extracted[] } | { error: string } {
  let value: unknown;
  try {
    value = JSON.parse(jsonIn(text));
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : "unreadable"}` };
  }
  const parsed = answerSchema.safeParse(value);
  return parsed.success ? parsed.data : { error: z.prettifyError(parsed.error) };
}
