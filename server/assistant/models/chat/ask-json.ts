import { z } from "zod";
import { ModelFailure } from "../../ports.ts";
import { type Prompt, repairPrompt, schemaPrompt } from "../prompts.ts";
import { type Caller, turnsOf, wholeAnswer } from "./chat-tasks.ts";
import { jsonIn } from "./clean-text.ts";
import type { ChatTurn, JsonShape } from "./wire.ts";

/** JSON that a model should return. `name` is sent to the provider. */
export interface JsonTask<T> {
  name: string;
  schema: z.ZodType<T>;
  prompt: Prompt;
}

/**
 * Asks for JSON of a schema. The prompt contains the schema, because some servers support no other way. An unreadable response is requested
 * once more, with the error. @throws ModelFailure `malformed` after the second attempt
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

/** Parses the value in a model's text. The error message is written for the model. */
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

/** JSON Schema keywords that some providers reject; our own check still applies them. */
const unknownToProviders = new Set(
  "$schema default format maxItems maxLength maximum minItems minLength minimum pattern exclusiveMinimum exclusiveMaximum".split(
    " ",
  ),
);

/** The schema as providers accept it: every field required, no additional fields, no limits. */
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
