import { z } from "zod";
import type { Caller } from "../../chat/chat-tasks.ts";
import type { Prompt } from "../../prompts.ts";
import { readOrRepair } from "../read-or-repair.ts";

/** Asks for JSON of a schema, which is also what the provider is told of its shape. @throws ModelFailure */
export function askJson<T>(
  caller: Caller,
  prompt: Prompt,
  { name, schema }: { name: string; schema: z.ZodType<T> },
): Promise<T> {
  return readOrRepair(caller, { prompt, shape: { name, schema: z.toJSONSchema(schema) }, schema });
}
