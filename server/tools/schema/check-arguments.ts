import { type OutputUnit, Validator } from "@cfworker/json-schema";
import { withoutInvisible } from "../../core/text/invisible.ts";
import { maxTextChars, prepareSchema } from "./prepare-schema.ts";
import { isObject, type Schema } from "./walk-schema.ts";

/** Longest arguments, in characters of JSON: a form with a long text. */
const maxChars = 16_000;
const maxDepth = 8;
const maxValues = 1_000;
const maxNameChars = 100;
const reservedNames = new Set(["__proto__", "constructor", "prototype"]);
/** Most problems in one message. */
const maxTold = 5;

export type CheckedArguments =
  | { ok: true; arguments: Record<string, unknown> }
  /** Message for the model, so that it can correct the arguments; contains none of their values. */
  | { ok: false; problem: string };

/**
 * Checks the arguments of a call: JSON within limits, no names with a meaning in JavaScript's objects, and only values that the schema
 * allows, in strict reading (`prepare-schema.ts`). The schema is interpreted, so that no untrusted schema becomes code.
 */
export function checkArguments(inputSchema: unknown, given: unknown): CheckedArguments {
  if (!isObject(given)) return { ok: false, problem: "The arguments are not an object." };
  const flaw = findFlaw(given);
  if (flaw) return { ok: false, problem: flaw };
  const prepared = prepareSchema(inputSchema);
  if (!prepared.schema) return { ok: false, problem: prepared.problems[0] ?? "The tool's schema is not supported." };
  const errors = validate(prepared.schema, given, prepared.draft);
  return errors.length === 0 ? { ok: true, arguments: given } : { ok: false, problem: errors.join(" ") };
}

/** Checks a server's structured response against its schema. Undefined when it matches or when there is no usable schema. */
export function checkAnswer(outputSchema: unknown, answer: unknown): string | undefined {
  const prepared = prepareSchema(outputSchema);
  // Only arguments are checked strictly. A response may have fields that its schema does not name.
  if (!prepared.schema || !isObject(outputSchema) || findFlaw(answer, false)) return undefined;
  const errors = validate(loosened(prepared.schema, outputSchema), answer, prepared.draft);
  return errors[0];
}

function validate(schema: Schema, value: unknown, draft: "7" | "2020-12"): string[] {
  let errors: OutputUnit[];
  try {
    const outcome = new Validator(schema, draft, false).validate(value);
    if (outcome.valid) return [];
    errors = outcome.errors;
  } catch {
    return ["The tool's schema is not supported."];
  }
  // The innermost errors name the problem; the errors around them only repeat that there is one.
  const told = errors.filter(
    ({ keyword }) => !["properties", "items", "allOf", "$ref", "prefixItems"].includes(keyword),
  );
  const texts = (told.length > 0 ? told : errors).map(({ instanceLocation, keyword, error }) =>
    withoutInvisible(
      `${placeOf(instanceLocation)}: ${keyword === "enum" ? "is not one of the allowed values." : error}`,
    ),
  );
  return [...new Set(texts)].slice(0, maxTold).map((text) => text.slice(0, 300));
}

function placeOf(pointer: string): string {
  return pointer.replace(/^#\/?/, "").replaceAll("/", ".").slice(0, maxNameChars) || "arguments";
}

/** Finds a reason not to send a value, whatever the schema says. */
function findFlaw(value: unknown, isArgument = true): string | undefined {
  let values = 0;
  const look = (one: unknown, depth: number): string | undefined => {
    values += 1;
    if (values > maxValues) return "The arguments have too many values.";
    if (depth > maxDepth) return "The arguments are nested too deep.";
    if (typeof one === "number" && !Number.isFinite(one)) return "A number in the arguments is not finite.";
    if (typeof one === "string" && isArgument) {
      if (one.length > maxTextChars) return `A text in the arguments is longer than ${maxTextChars} characters.`;
      if (one.includes("\0") || !one.isWellFormed()) return "A text in the arguments has invalid characters.";
    }
    if (Array.isArray(one)) return first(one, (part) => look(part, depth + 1));
    if (!isObject(one))
      return typeof one === "object" || isPlain(one) ? undefined : "The arguments are not valid JSON.";
    return first(Object.entries(one), ([name, part]) =>
      reservedNames.has(name) || name.length > maxNameChars
        ? "The arguments have a field with a reserved name."
        : look(part, depth + 1),
    );
  };
  const flaw = look(value, 0);
  if (flaw || !isArgument) return flaw;
  return JSON.stringify(value).length > maxChars ? `The arguments are longer than ${maxChars} characters.` : undefined;
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function first<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

/** The prepared schema, with objects open again that the preparation closed. */
function loosened(prepared: Schema, given: Schema): Schema {
  const result: Schema = {};
  for (const [key, value] of Object.entries(prepared)) {
    const wasAdded = (key === "additionalProperties" || key === "unevaluatedProperties") && given[key] === undefined;
    if (wasAdded) continue;
    const before = given[key];
    if (Array.isArray(value) && Array.isArray(before))
      result[key] = value.map((part, index) => loosenedPart(part, before[index]));
    else result[key] = loosenedPart(value, before);
  }
  return result;
}

function loosenedPart(prepared: unknown, given: unknown): unknown {
  return isObject(prepared) && isObject(given) ? loosened(prepared, given) : prepared;
}
