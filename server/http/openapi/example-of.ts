import type { z } from "zod";
import { exampleTime, words } from "./example-words.ts";
import { type Json, namedSchemas, toSchema } from "./schemas.ts";

let components: Json | undefined;

/** A value that fits a schema, with texts that fit its fields: an example of a response. */
export function exampleOf(schema: z.ZodType): unknown {
  return sample(toSchema(schema), []);
}

/** Example of a stream: two of its events as frames. @param schema of the events. */
export function streamExample(schema: z.ZodType): string {
  const events = variantsOf(resolve(toSchema(schema)));
  const wanted = ["token", "message"].flatMap((type) => events.filter((event) => typeOf(event) === type));
  return (wanted.length > 0 ? wanted : events.slice(0, 1))
    .map((event, index) => {
      const data = sample(event, []);
      return `id: ${7 + index}.1771545600000000\nevent: ${typeOf(event)}\ndata: ${JSON.stringify(data)}\n\n`;
    })
    .join("");
}

function typeOf(event: Json): unknown {
  return ((event["properties"] as Json | undefined)?.["type"] as Json | undefined)?.["const"]; // as zod writes a literal
}

function variantsOf(schema: Json): Json[] {
  const variants = (schema["oneOf"] ?? schema["anyOf"]) as Json[] | undefined; // as JSON Schema has it
  if (variants) return variants.flatMap((variant) => variantsOf(resolve(variant)));
  return Array.isArray(schema["type"]) ? schema["type"].map((type) => ({ ...schema, type })) : [schema];
}

function resolve(schema: Json): Json {
  if (typeof schema["$ref"] !== "string") return schema;
  components ??= namedSchemas();
  return components[schema["$ref"].slice("#/components/schemas/".length)] as Json; // every reference leads to one
}

/** @param path names of the fields that lead to the value. */
function sample(given: Json, path: readonly string[]): unknown {
  const schema = resolve(given);
  if ("const" in schema) return schema["const"];
  const word = wordFor(path);
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(word) ? word : schema["enum"][0];
  const variants = variantsOf(schema);
  if (variants.length > 1) {
    if (word === null && variants.some(({ type }) => type === "null")) return null;
    const fitting = variants.find(({ type }) => type === typeof word) ?? variants.find(({ type }) => type !== "null");
    return sample(fitting ?? {}, path);
  }
  return sampleOfType(variants[0] ?? {}, path, word);
}

function sampleOfType(schema: Json, path: readonly string[], word: unknown): unknown {
  switch (schema["type"]) {
    case "object":
      return typeof word === "object" && word !== null && !Array.isArray(word) ? word : sampleObject(schema, path);
    case "array":
      return Array.isArray(word) ? word : sampleList(schema, path);
    case "string":
      return sampleText(schema, word);
    case "integer":
    case "number":
      return typeof word === "number" ? word : leastOf(schema);
    case "boolean":
      return typeof word === "boolean" ? word : false;
    case "null":
      return null;
    default:
      return typeof word === "object" ? word : {};
  }
}

function sampleObject(schema: Json, path: readonly string[]): Json {
  const fields = Object.entries((schema["properties"] as Record<string, Json> | undefined) ?? {}); // as JSON Schema has it
  return Object.fromEntries(fields.map(([name, field]) => [name, sample(field, [...path, name])]));
}

function sampleList(schema: Json, path: readonly string[]): unknown[] {
  if (Array.isArray(schema["prefixItems"])) return schema["prefixItems"].map((item) => sample(item as Json, path));
  const item = schema["items"] as Json | undefined; // as JSON Schema has it
  return item === undefined ? [] : [sample(item, path)];
}

function leastOf(schema: Json): number {
  const above = schema["exclusiveMinimum"];
  return typeof above === "number" ? above + 1 : Number(schema["minimum"] ?? 0);
}

function sampleText(schema: Json, word: unknown): string {
  if (typeof word === "string" || typeof word === "number") return String(word);
  if (schema["format"] === "date-time") return "2026-03-02T09:30:00.000Z";
  if (schema["format"] === "date") return "2026-03-02";
  if (schema["format"] === "uuid") return "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a11";
  return "";
}

/** Example value of a field: by its name and its parent's name, or by its name alone. */
function wordFor(path: readonly string[]): unknown {
  const name = path.at(-1);
  if (name === undefined) return undefined;
  const around = `${path.at(-2) ?? ""}.${name}`;
  if (around in words) return words[around];
  return name in words || !name.endsWith("_at") ? words[name] : exampleTime;
}
