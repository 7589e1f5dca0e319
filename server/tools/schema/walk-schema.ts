/** An untrusted schema. */
export type Schema = Record<string, unknown>;

/** Keywords whose value is a schema, schemas by name, or a list of schemas. */
const single = [
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
];
const named = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];
const listed = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
/** Keywords whose schemas apply to the same value as the schema around them. */
export const composing = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
]);

export function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface Part {
  keyword: string;
  schema: Schema;
}

/** Yields the direct subschemas. */
export function* partsOf(schema: Schema): Generator<Part> {
  for (const keyword of single) {
    const part = schema[keyword];
    if (isObject(part)) yield { keyword, schema: part };
  }
  for (const keyword of named) {
    const parts = schema[keyword];
    if (isObject(parts)) for (const part of Object.values(parts)) if (isObject(part)) yield { keyword, schema: part };
  }
  for (const keyword of listed) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) for (const part of parts) if (isObject(part)) yield { keyword, schema: part };
  }
}

/** Resolves a local reference such as `#/$defs/order`. Undefined for another or a broken reference. */
export function resolveRef(root: Schema, ref: string): Schema | undefined {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  let found: unknown = root;
  for (const part of ref.slice(2).split("/")) {
    const key = decodePart(part);
    if (key === undefined) return undefined;
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return isObject(found) ? found : undefined;
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}
