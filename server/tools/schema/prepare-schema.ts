import { isSafePattern } from "./safe-pattern.ts";
import { composing, isObject, partsOf, resolveRef, type Schema } from "./walk-schema.ts";

/** Longest schema, in characters. A longer one describes a form that nobody would fill in. */
const maxChars = 32_000;
const maxDepth = 20;
/** Most subschemas tried for one value, with references followed. Checking 1,000 values then takes well below a second. */
const maxWeight = 2_000;
/** Longest text in arguments, in characters; `check-arguments.ts` enforces it. */
export const maxTextChars = 2_000;
/** Formats whose check takes linear time. */
const safeFormats = new Set(["date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);
/** Names with a special meaning in JavaScript's objects. */
const reservedNames = new Set(["__proto__", "constructor", "prototype"]);
/** Keywords that could cause a fetch or refer to schemas outside. */
const unsupported = ["$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"];

export interface PreparedSchema {
  /** Undefined when the schema cannot check arguments. */
  schema: Schema | undefined;
  draft: "7" | "2020-12";
  /** Parts that are unusable or not checked, in words. */
  problems: string[];
}

/**
 * Prepares a schema for checking arguments. Objects accept only the fields that they name, even when the schema does not say so; patterns
 * and formats that could take for ever are removed. Rejected: a schema that is not for an object, is too large, refers outside itself, or
 * is recursive.
 */
export function prepareSchema(given: unknown): PreparedSchema {
  const problems: string[] = [];
  const draft = isObject(given) && /draft-0[4-7]/.test(String(given.$schema ?? "")) ? "7" : "2020-12";
  const refused = (problem: string): PreparedSchema => ({ schema: undefined, draft, problems: [problem] });
  if (!isObject(given)) return refused("The argument schema is not an object.");
  if (JSON.stringify(given).length > maxChars)
    return refused(`The argument schema is longer than ${maxChars} characters.`);
  if (given.type !== "object") return refused("The argument schema does not describe an object.");
  const flaw = findFlaw(given, 0) ?? weigh(given);
  if (flaw) return refused(flaw);
  const open = referredToFromCompositions(given);
  const schema = strict(given, { isComposed: false, open, problems });
  // `$schema` is not needed to check arguments.
  delete schema.$schema;
  return { schema, draft, problems };
}

function findFlaw(schema: Schema, depth: number): string | undefined {
  if (depth > maxDepth) return `The argument schema is nested more than ${maxDepth} levels deep.`;
  for (const keyword of unsupported)
    if (schema[keyword] !== undefined && !(depth === 0 && keyword === "$id"))
      return `The argument schema uses ${keyword}, which is not supported.`;
  for (const keyword of ["properties", "$defs", "definitions", "patternProperties"]) {
    const parts = schema[keyword];
    if (isObject(parts) && Object.keys(parts).some((name) => reservedNames.has(name)))
      return "The argument schema uses a reserved name.";
  }
  for (const part of partsOf(schema)) {
    const flaw = findFlaw(part.schema, depth + 1);
    if (flaw) return flaw;
  }
  return undefined;
}

/** Rejects a schema when too many subschemas would be tried for one value, with references followed, or when it is recursive. */
function weigh(root: Schema): string | undefined {
  const known = new Map<Schema, number>();
  const open = new Set<Schema>();
  const weight = (schema: Schema): number | string => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    if (open.has(schema)) return "The argument schema is recursive.";
    open.add(schema);
    let sum = 1;
    const { $ref } = schema;
    const target = typeof $ref === "string" ? resolveRef(root, $ref) : undefined;
    if ($ref !== undefined && !target) return "The argument schema has a reference to a missing definition.";
    const parts = [...partsOf(schema)].filter(({ keyword }) => keyword !== "$defs" && keyword !== "definitions");
    for (const part of target ? [target, ...parts.map((one) => one.schema)] : parts.map((one) => one.schema)) {
      const one = weight(part);
      if (typeof one === "string") return one;
      sum += one;
      if (sum > maxWeight) return "The argument schema is too large.";
    }
    open.delete(schema);
    known.set(schema, sum);
    return sum;
  };
  const all = weight(root);
  return typeof all === "string" ? all : undefined;
}

/** A schema that `allOf` or a similar keyword refers to describes a part of an object, so it must not forbid other fields. */
function referredToFromCompositions(root: Schema): Set<Schema> {
  const found = new Set<Schema>();
  const look = (schema: Schema, isComposed: boolean) => {
    const target = typeof schema.$ref === "string" ? resolveRef(root, schema.$ref) : undefined;
    if (isComposed && target && !found.has(target)) {
      found.add(target);
      look(target, true);
    }
    for (const part of partsOf(schema)) look(part.schema, composing.has(part.keyword));
  };
  look(root, false);
  return found;
}

interface Strictness {
  isComposed: boolean;
  open: Set<Schema>;
  problems: string[];
}

function strict(schema: Schema, about: Strictness): Schema {
  const result: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "pattern" && !isSafe(value, schema)) {
      about.problems.push("A pattern is not checked because it could take too long.");
    } else if (key === "format" && !safeFormats.has(String(value))) {
      // The server checks this keyword.
    } else if (key === "patternProperties" && !areSafeNames(value)) {
      about.problems.push("Fields matched by a pattern are rejected because checking could take too long.");
    } else result[key] = copy(key, value, about);
  }
  const isSilent = result.additionalProperties === undefined && result.unevaluatedProperties === undefined;
  const isOfObject = result.type === "object" || isObject(result.properties) || isObject(result.patternProperties);
  if (isSilent && !about.isComposed && !about.open.has(schema)) {
    if (Object.keys(result).some((key) => composing.has(key) || key === "$ref")) result.unevaluatedProperties = false;
    else if (isOfObject) result.additionalProperties = false;
  }
  return result;
}

function copy(key: string, value: unknown, about: Strictness): unknown {
  const inside = { ...about, isComposed: composing.has(key) };
  if (["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"].includes(key)) {
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, isObject(part) ? strict(part, inside) : part]),
    );
  }
  // These contain values, not schemas.
  if (key === "enum" || key === "const" || key === "default" || key === "examples") return value;
  if (Array.isArray(value)) return value.map((part) => (isObject(part) ? strict(part, inside) : part));
  return isObject(value) ? strict(value, inside) : value;
}

function isSafe(pattern: unknown, { maxLength }: Schema): boolean {
  const longest = typeof maxLength === "number" && maxLength >= 0 ? Math.min(maxLength, maxTextChars) : maxTextChars;
  return typeof pattern === "string" && isSafePattern(pattern, longest);
}

/** Field names have at most 100 characters. */
function areSafeNames(value: unknown): boolean {
  return isObject(value) && Object.keys(value).every((pattern) => isSafePattern(pattern, 100));
}
