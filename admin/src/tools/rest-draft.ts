import type { RestRequest, Tool } from "../../../protocol/admin-tools.ts";
import { type JsonSchema, propertiesOf, recordOf, typeOf } from "./schema.ts";

export interface Line {
  name: string;
  value: string;
}

/** A REST action being edited. */
export interface RestDraft {
  method: RestRequest["method"];
  path: string;
  query: readonly Line[];
  headers: readonly Line[];
  /** JSON; empty: no body is sent. */
  body: string;
  /** JSON Schema of the arguments. */
  schema: string;
}

export type RestProblems = Partial<Record<"path" | "body" | "schema" | "lines", string>>;

export function restDraft(tool: Pick<Tool, "request" | "input_schema"> | null): RestDraft {
  const request = tool?.request;
  const lines = (of: Record<string, string> = {}) => Object.entries(of).map(([name, value]) => ({ name, value }));
  return {
    method: request?.method ?? "GET",
    path: request?.path ?? "/",
    query: lines(request?.query),
    headers: lines(request?.headers),
    body: request?.body == null ? "" : JSON.stringify(request.body, null, 2),
    schema: JSON.stringify(tool?.input_schema ?? { type: "object", properties: {}, required: [] }, null, 2),
  };
}

/** The parsed draft in the server's format; errors are listed by field. */
export function readRest(
  draft: RestDraft,
): { request: RestRequest; input_schema: JsonSchema } | { problems: RestProblems } {
  const problems: RestProblems = {};
  const schema = jsonOf(draft.schema);
  const body = draft.body.trim() === "" ? { value: null } : jsonOf(draft.body);
  if (!draft.path.startsWith("/")) problems.path = "The path must start with a slash.";
  if (!body) problems.body = "Enter valid JSON.";
  const object = schema ? recordOf(schema.value) : null;
  if (!object) problems.schema = "Enter a JSON Schema of an object.";
  if ([...draft.query, ...draft.headers].some(({ name, value }) => name.trim() === "" && value !== ""))
    problems.lines = "Enter a name for each value.";
  if (!body || !object || Object.keys(problems).length > 0) return { problems };
  const record = (lines: readonly Line[]) =>
    Object.fromEntries(lines.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name.trim(), value]));
  const { method, path } = draft;
  return {
    request: { method, path, query: record(draft.query), headers: record(draft.headers), body: body.value },
    input_schema: object,
  };
}

const placeholder = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** Arguments used in a request, in order. */
function namedArguments({ path, query, headers, body }: RestDraft): string[] {
  const text = [path, ...[...query, ...headers].map(({ value }) => value), body].join("\n");
  return [...new Set([...text.matchAll(placeholder)].map(([, name]) => name ?? ""))];
}

/** The schema with an entry for each argument in the request; existing entries stay. */
export function schemaFor(draft: RestDraft): string {
  const known = recordOf(jsonOf(draft.schema)?.value) ?? {};
  const properties = recordOf(known["properties"]) ?? {};
  const names = namedArguments(draft);
  const required = Array.isArray(known["required"]) ? known["required"] : [];
  return JSON.stringify(
    {
      ...known,
      type: "object",
      properties: Object.fromEntries(
        names.map((name) => [name, properties[name] ?? { type: "string", maxLength: 100 }]),
      ),
      required: names.filter((name) => !(name in properties) || required.includes(name)),
      additionalProperties: false,
    },
    null,
    2,
  );
}

/** Inconsistencies in the draft, as text; they do not prevent saving. */
export function doubts(draft: RestDraft): string[] {
  const schema = recordOf(jsonOf(draft.schema)?.value);
  if (!schema) return [];
  const known = propertiesOf(schema).map(({ name }) => name);
  const named = namedArguments(draft);
  const nowhere = known.filter((name) => !named.includes(name));
  const missing = named.filter((name) => !known.includes(name));
  return [
    ...missing.map((name) => `{{${name}}} is not in the schema, so it stays empty.`),
    ...nowhere.map((name) => `“${name}” is not used in the request.`),
  ];
}

export interface PreviewedRequest {
  method: string;
  url: string;
  headers: readonly Line[];
  body: string | null;
}

/** The request as it would be sent, with an example for each argument. */
export function previewOf(draft: RestDraft, address: string): PreviewedRequest {
  const schema = recordOf(jsonOf(draft.schema)?.value) ?? {};
  const examples = new Map(propertiesOf(schema).map(({ name, schema: own }) => [name, exampleOf(name, own)]));
  const fill = (text: string, encode: (value: string) => string) =>
    text.replace(placeholder, (_whole, name: string) => encode(asText(examples.get(name) ?? "")));
  const query = draft.query
    .filter(({ name }) => name.trim() !== "")
    .map(({ name, value }) => `${encodeURIComponent(name.trim())}=${fill(value, encodeURIComponent)}`);
  const body = draft.body.trim() === "" ? null : jsonOf(draft.body);
  return {
    method: draft.method,
    url: `${address.replace(/\/$/, "")}${fill(draft.path, encodeURIComponent)}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: draft.headers.map(({ name, value }) => ({ name, value: fill(value, (each) => each) })),
    body: body ? JSON.stringify(filled(body.value, examples), null, 2) : null,
  };
}

/** A text that is exactly one placeholder becomes the typed value; a longer one becomes text. */
function filled(value: unknown, examples: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === "string") {
    const [only, ...others] = [...value.matchAll(placeholder)];
    if (only && others.length === 0 && only[0] === value.trim()) return examples.get(only[1] ?? "") ?? null;
    return value.replace(placeholder, (_whole, name: string) => asText(examples.get(name) ?? ""));
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, examples));
  const object = recordOf(value);
  return object
    ? Object.fromEntries(Object.entries(object).map(([name, each]) => [name, filled(each, examples)]))
    : value;
}

function exampleOf(name: string, schema: JsonSchema): unknown {
  const given = [schema["default"], ...listOf(schema["examples"]), ...listOf(schema["enum"])].find(
    (each) => each !== undefined,
  );
  if (given !== undefined) return given;
  const byType: Record<string, unknown> = { integer: 1, number: 1.5, boolean: true, array: [], object: {} };
  return byType[typeOf(schema)] ?? `a ${name.replaceAll("_", " ")}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function jsonOf(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
