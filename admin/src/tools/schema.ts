/** JSON Schema from a tool's server: untrusted, and of any depth. */
export type JsonSchema = Record<string, unknown>;

/** Limits of the displayed rows; deeper or later parts are only in the schema itself. */
const maxDepth = 4;
const maxRows = 200;

/** One argument, or one part of it, in readable form. */
export interface SchemaRow {
  /** `order.items[].sku` */
  path: string;
  depth: number;
  /** `text`, `whole number`, `list of text`. */
  type: string;
  isRequired: boolean;
  /** The server's description, and constraints on the value. */
  description: string;
  rules: string;
}

/** The arguments of a tool, parts below the argument that contains them. */
export function schemaRows(schema: JsonSchema): SchemaRow[] {
  const rows: SchemaRow[] = [];
  const visit = (part: JsonSchema, at: { prefix: string; depth: number }) => {
    for (const { name, schema: own, isRequired } of propertiesOf(part, schema)) {
      if (rows.length >= maxRows) return;
      const path = at.prefix === "" ? name : `${at.prefix}.${name}`;
      rows.push({
        path,
        depth: at.depth,
        type: typeText(own, schema),
        isRequired,
        description: textOf(own["description"]) || textOf(own["title"]),
        rules: rulesOf(own),
      });
      if (at.depth >= maxDepth) continue;
      const items = typeOf(own) === "array" ? resolve(own["items"], schema) : null;
      if (items) visit(items, { prefix: `${path}[]`, depth: at.depth + 1 });
      else visit(own, { prefix: path, depth: at.depth + 1 });
    }
  };
  visit(resolve(schema, schema) ?? {}, { prefix: "", depth: 0 });
  return rows;
}

export interface SchemaProperty {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** The properties of an object's schema; resolves references within the document. */
export function propertiesOf(part: JsonSchema, whole: JsonSchema = part): SchemaProperty[] {
  const properties = recordOf(part["properties"]);
  const required = Array.isArray(part["required"]) ? part["required"] : [];
  return Object.entries(properties ?? {}).map(([name, value]) => ({
    name,
    schema: resolve(value, whole) ?? {},
    isRequired: required.includes(name),
  }));
}

/** The only type of a value besides null; empty when there are several or none. */
export function typeOf(schema: JsonSchema): string {
  const said = schema["type"];
  const types = (Array.isArray(said) ? said : [said]).filter((type) => typeof type === "string" && type !== "null");
  if (types.length === 1) return String(types[0]);
  if (types.length === 0 && recordOf(schema["properties"])) return "object";
  return "";
}

/** Allowed values; null when there is no restriction. */
export function choicesOf(schema: JsonSchema): readonly unknown[] | null {
  if (Array.isArray(schema["enum"])) return schema["enum"];
  return "const" in schema ? [schema["const"]] : null;
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function recordOf(value: unknown): JsonSchema | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonSchema) : null;
}

/** A schema, or the target of its `$ref` within the document; the number of steps is limited, so that a cycle ends. */
function resolve(value: unknown, whole: JsonSchema): JsonSchema | null {
  let found = recordOf(value);
  for (let step = 0; step < maxDepth && found; step += 1) {
    const named = textOf(found["$ref"]);
    if (!named.startsWith("#/")) break;
    let at: unknown = whole;
    for (const key of named.slice(2).split("/")) at = recordOf(at)?.[key.replaceAll("~1", "/").replaceAll("~0", "~")];
    found = recordOf(at);
  }
  return found;
}

const typeWords: Record<string, string> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "yes or no",
  object: "object",
  null: "nothing",
};
const formatWords: Record<string, string> = {
  "date-time": "date and time",
  date: "date",
  time: "time",
  email: "e-mail address",
  uri: "web address",
  uuid: "UUID",
};

function typeText(schema: JsonSchema, whole: JsonSchema): string {
  const choices = choicesOf(schema);
  if (choices) return choices.length === 1 ? "always the same" : "one of";
  const type = typeOf(schema);
  if (type === "array") {
    const items = resolve(schema["items"], whole);
    return items ? `list of ${typeText(items, whole)}` : "list";
  }
  const format = textOf(schema["format"]);
  return formatWords[format] ?? typeWords[type] ?? "anything";
}

/** Constraints on a value besides its type. */
function rulesOf(schema: JsonSchema): string {
  const rules: string[] = [];
  const choices = choicesOf(schema);
  if (choices) rules.push(choices.map(shownValue).join(", "));
  const between = (low: unknown, high: unknown, unit: string) => {
    const from = typeof low === "number" ? low : null;
    const to = typeof high === "number" ? high : null;
    const of = unit === "" ? "" : ` ${unit}${(to ?? from) === 1 ? "" : "s"}`;
    if (from !== null && to !== null) rules.push(`${from} to ${to}${of}`);
    else if (from !== null) rules.push(`at least ${from}${of}`);
    else if (to !== null) rules.push(`at most ${to}${of}`);
  };
  between(schema["minimum"], schema["maximum"], "");
  between(schema["minLength"], schema["maxLength"], "character");
  between(schema["minItems"], schema["maxItems"], "item");
  if (textOf(schema["pattern"])) rules.push(`like ${textOf(schema["pattern"])}`);
  if ("default" in schema) rules.push(`otherwise ${shownValue(schema["default"])}`);
  return rules.join("; ");
}

export function shownValue(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
