import { createHash } from "node:crypto";
import type { RestRequest } from "../../protocol/admin-tools.ts";
import { withoutInvisible } from "../core/text/invisible.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { FoundTool } from "./mcp/list-tools.ts";
import { isObject } from "./schema/walk-schema.ts";
import type { ToolDefinition, ToolRow } from "./store/tools.ts";

/** Limits of names, titles and descriptions, in characters. Longer titles and descriptions are cut; a longer name is rejected. */
const maxNameChars = 128;
const maxTitleChars = 120;
const maxDescriptionChars = 2_000;
/** Longest schema, in characters of JSON. */
const maxSchemaChars = 32_000;
/** Deepest schema. Deeper ones cannot be copied safely. */
const maxSchemaDepth = 40;

export interface ReadTool {
  name: string;
  title: string;
  proposedKind: "read" | "write";
  definition: ToolDefinition;
}

/**
 * Reads a server's tool definition, with limits and without invisible characters. @returns the reason, in words, when the tool is left out.
 */
export function readDefinition(found: FoundTool): ReadTool | { leftOut: string } {
  const { name } = found;
  const shownName = withoutInvisible(name).slice(0, maxNameChars);
  if (name === "" || name.length > maxNameChars || shownName !== name || /[\r\n\t]/.test(name))
    return { leftOut: `${shownName || "(no name)"}: the name is empty, too long, or has invisible characters` };
  // A task would outlive its turn.
  if (found.execution?.taskSupport === "required")
    return { leftOut: `${name}: works only as a task, which is not supported` };
  const input = readSchema(found.inputSchema);
  if (!input) return { leftOut: `${name}: the argument schema is missing, too large or too deep` };
  const output = found.outputSchema === undefined ? null : readSchema(found.outputSchema);
  if (output === undefined) return { leftOut: `${name}: the result schema is missing, too large or too deep` };
  const title = clean(found.title ?? found.annotations?.title ?? name, maxTitleChars) || name;
  const given = {
    description: clean(found.description ?? "", maxDescriptionChars),
    input_schema: input,
    output_schema: output,
  };
  return {
    name,
    title,
    // Only a proposal, and the careful one when the server gives no hint.
    proposedKind: found.annotations?.readOnlyHint === true ? "read" : "write",
    definition: { ...given, definition_hash: hashOf({ name, ...given }) },
  };
}

/** Hash of a REST action: its schema and its request. Description and title are the tenant's own texts and are not part of it. */
export function actionHash(action: { name: string; input_schema: unknown; request: RestRequest }): string {
  return hashOf({ name: action.name, input_schema: action.input_schema, request: action.request });
}

/** True while a tool's row matches its hash, so that the approved definition is the called one. */
export function isAsApproved(tool: Pick<ToolRow, "name" | "request"> & ToolDefinition): boolean {
  const { name, description, input_schema, output_schema, request } = tool;
  const now = request
    ? actionHash({ name, input_schema, request })
    : hashOf({ name, description, input_schema, output_schema });
  return now === tool.definition_hash;
}

function hashOf(definition: unknown): string {
  return createHash("sha256").update(canonicalJson(definition)).digest("hex");
}

/** Undefined for an invalid schema or one beyond the limits. The model reads its texts, so they are cleaned too. */
function readSchema(schema: unknown): Record<string, unknown> | undefined {
  if (!isObject(schema) || depthOf(schema) > maxSchemaDepth) return undefined;
  const copied = cleaned(schema);
  return isObject(copied) && JSON.stringify(copied).length <= maxSchemaChars ? copied : undefined;
}

function depthOf(value: unknown, depth = 0): number {
  if (depth > maxSchemaDepth || typeof value !== "object" || value === null) return depth;
  return Object.values(value).reduce<number>((deepest, one) => Math.max(deepest, depthOf(one, depth + 1)), depth);
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return withoutInvisible(value.replaceAll("\0", "").toWellFormed());
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [withoutInvisible(key), cleaned(one)]));
}

function clean(text: string, maxChars: number): string {
  return withoutInvisible(text.toWellFormed()).trim().slice(0, maxChars).toWellFormed();
}
