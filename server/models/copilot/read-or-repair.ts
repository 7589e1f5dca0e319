import { z } from "zod";
import { ModelFailure } from "../../assistant/ports.ts";
import { type Caller, turnsOf, wholeAnswer } from "../chat/chat-tasks.ts";
import { jsonIn } from "../chat/clean-text.ts";
import type { ChatTurn, JsonShape } from "../chat/wire.ts";
import { type Prompt, repairPrompt } from "../prompts.ts";

/** JSON of an agreed shape, asked for once more when it cannot be read. @throws ModelFailure `malformed` after the second time. */
export async function readOrRepair<T>(
  caller: Caller,
  { prompt, shape, schema }: { prompt: Prompt; shape: JsonShape; schema: z.ZodType<T> },
): Promise<T> {
  const turns = turnsOf(prompt);
  const first = await wholeAnswer(caller, turns, shape);
  const read = readAs(schema, first.text);
  if ("value" in read) return read.value;
  if (first.isCut) throw new ModelFailure("malformed", `${shape.name} was cut off twice`);
  const repair: ChatTurn[] = [
    ...turns,
    { role: "assistant", content: first.text },
    { role: "user", content: repairPrompt(read.error) },
  ];
  const repaired = readAs(schema, (await wholeAnswer(caller, repair, shape)).text);
  if ("value" in repaired) return repaired.value;
  throw new ModelFailure("malformed", `${shape.name} could not be read twice`);
}

function readAs<T>(schema: z.ZodType<T>, text: string): { value: T } | { error: string } {
  let value: unknown;
  try {
    value = JSON.parse(jsonIn(text));
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : "unreadable"}` };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : { error: z.prettifyError(parsed.error) };
}
