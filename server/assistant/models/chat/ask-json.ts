import { z } from "zod";
import { ModelFailure } from "../../ports.ts";
import { type Prompt, repairPrompt, schemaPrompt } from "../prompts.ts";
import { type Caller, turnsOf, wholeAnswer } from "./chat-tasks.ts";
import { jsonIn } from "./clean-text.ts";
import type { ChatTurn, JsonShape } from "./wire.ts";

/** What a model is to answer with; `name` is how providers call it. */
export interface JsonTask<T> {
  name: string;
  schema: z.ZodType<T>;
  prompt: Prompt;
}

/**
 * JSON of a schema. The schema stands in the prompt, because not every server knows another way to be told it. What cannot be read is asked for
 * once more, with the error. @throws ModelFailure `malformed` after the second time
 */
export async function askJson<T>(caller: Caller, { name, schema, prompt }: JsonTask<T>): Promise<T> {
  const json = z.toJSONSchema(schema);
  const shape: JsonShape = { name, schema: strict(json) as JsonShape["schema"] };
  const turns = turnsOf({ ...prompt, system: `${prompt.system}\n${schemaPrompt(json)}` });
  const first = await wholeAnswer(caller, turns, shape);
  const read = readAs(schema, first.text);
  if ("value" in read) return read.value;
  if (first.isCut) throw new ModelFailure("malformed", `${name} was cut off twice`);
  const repair: ChatTurn[] = [
    ...turns,
    { role: "assistant", content: first.text },
    { role: "user", content: repairPrompt(read.error) },
  ];
  const repaired = readAs(schema, (await wholeAnswer(caller, repair, shape)).text);
  if ("value" in repaired) return repaired.value;
  throw new ModelFailure("malformed", `${name} could not be read twice`);
}

/** The value in a model's text; the error says what is wrong, in words the model can act on. */
export function readAs<T>(schema: z.ZodType<T>, text: string): { value: T } | { error: string } {
  let value: unknown;
  try {
    value = JSON.parse(jsonIn(text));
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : "unreadable"}` };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : { error: z.prettifyError(parsed.error) };
}

/** Words of a schema that some providers refuse; our own check knows them all the same. */
const unknownToProviders = new Set(
  "$schema default format maxItems maxLength maximum minItems minLength minimum pattern exclusiveMinimum exclusiveMaximum".split(
    " ",
  ),
);

/** The schema as providers want it: every field required, none besides, no limits. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const { properties, ...rest } = schema as { properties?: Record<string, unknown> };
  const others = Object.entries(rest).flatMap(([key, value]) =>
    unknownToProviders.has(key) ? [] : [[key, key === "enum" || key === "const" ? value : strict(value)]],
  );
  if (properties === undefined) return Object.fromEntries(others);
  return {
    ...Object.fromEntries(others),
    properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, strict(value)])),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}
