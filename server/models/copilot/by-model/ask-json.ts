import type { z } from "zod";
import { askJson as ask } from "../../chat/ask-json.ts";
import type { Caller } from "../../chat/chat-tasks.ts";
import type { Prompt } from "../../prompts.ts";

/** Asks for JSON of a schema, which is also what the provider is told of its shape. @throws ModelFailure */
export function askJson<T>(
  caller: Caller,
  prompt: Prompt,
  { name, schema }: { name: string; schema: z.ZodType<T> },
): Promise<T> {
  return ask(caller, { name, schema, prompt });
}
