import type { z } from "zod";
import { askJson } from "../chat/ask-json.ts";
import type { Caller } from "../chat/chat-tasks.ts";
import type { JsonShape } from "../chat/wire.ts";
import type { Prompt } from "../prompts.ts";

/** JSON of a schema (`chat/ask-json.ts`). @throws ModelFailure `malformed` after the second time. */
export function readOrRepair<T>(
  caller: Caller,
  { prompt, shape, schema }: { prompt: Prompt; shape: Pick<JsonShape, "name">; schema: z.ZodType<T> },
): Promise<T> {
  return askJson(caller, { name: shape.name, schema, prompt });
}
