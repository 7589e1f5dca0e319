import { z } from "zod";
import { settingsSchema, ticketDetailSchema } from "../../../protocol/admin.ts";
import { documentSchema, jobSchema } from "../../../protocol/admin-documents.ts";
import { erasureSchema } from "../../../protocol/admin-erasures.ts";
import { gapSchema } from "../../../protocol/admin-gaps.ts";
import { setSchema } from "../../../protocol/admin-sets.ts";
import { snippetSchema } from "../../../protocol/admin-snippets.ts";
import { toolCallSchema } from "../../../protocol/admin-tool-calls.ts";
import { toolConnectionSchema, toolSchema } from "../../../protocol/admin-tools.ts";
import { webhookSchema } from "../../../protocol/admin-webhooks.ts";
import { errorBodySchema } from "../../../protocol/errors.ts";
import { streamEventSchema } from "../../../protocol/events.ts";
import { messageSchema } from "../../../protocol/messages.ts";
import { siteSchema } from "../../../protocol/refresh.ts";
import { initResponseSchema, okResponseSchema } from "../../../protocol/requests.ts";
import { labelSchema, savedViewSchema } from "../../../protocol/triage.ts";
import { fieldTexts } from "./field-texts.ts";

export type Json = Record<string, unknown>;

/** Schemas that several operations return: each is in the document once, under its name. */
const named: Record<string, z.ZodType> = {
  Error: errorBodySchema,
  Ok: okResponseSchema,
  Session: initResponseSchema,
  Message: messageSchema,
  StreamEvent: streamEventSchema,
  Ticket: ticketDetailSchema,
  Label: labelSchema,
  SavedView: savedViewSchema,
  Document: documentSchema,
  DocumentSet: setSchema,
  Job: jobSchema,
  Site: siteSchema,
  Snippet: snippetSchema,
  Gap: gapSchema,
  Settings: settingsSchema,
  Webhook: webhookSchema,
  ToolConnection: toolConnectionSchema,
  Tool: toolSchema,
  ToolCall: toolCallSchema,
  Erasure: erasureSchema,
};
const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
const registry = z.registry<{ id: string }>();
for (const [schema, id] of names) registry.add(schema, { id });

/** The named schemas. */
export function namedSchemas(): Json {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, convert(schema)]));
}

/** The schema that a client sends or reads; transforms and brands are internal to the server. */
export function toSchema(schema: z.ZodType): Json {
  const name = names.get(schema);
  return name === undefined ? convert(schema) : { $ref: `#/components/schemas/${name}` };
}

function convert(schema: z.ZodType): Json {
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", metadata: registry });
  const name = names.get(schema);
  // A named schema is a reference to its own definition; all others are already in the document by name.
  const { $schema, $defs, ...rest } = name === undefined ? made : { ...made.$defs?.[name] };
  return explain(rest) as Json; // an object stays one
}

/** Many tools read patterns without the flag that such classes need, and would refuse every name. */
const needsUnicode = /\\p\{/;

/** The same schema with references that point into the document, and with field descriptions. */
function explain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(explain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === "pattern" && needsUnicode.test(String(inner))) return [];
      // The range of JavaScript's safe integers says nothing about the field.
      if (/^(?:min|max)imum$/.test(key) && Math.abs(Number(inner)) === Number.MAX_SAFE_INTEGER) return [];
      return [explainEntry(key, inner)];
    }),
  );
}

function explainEntry(key: string, inner: unknown): [string, unknown] {
  if (key === "$ref") return [key, String(inner).replace("#/$defs/", "#/components/schemas/")];
  // A field may be named `properties`; in JSON Schema, `properties` contains an object of fields.
  if (key !== "properties" || typeof inner !== "object" || inner === null) return [key, explain(inner)];
  const fields = Object.entries(inner).map(([name, field]) => [name, withText(name, explain(field) as Json)]);
  return [key, Object.fromEntries(fields)];
}

function withText(name: string, field: Json): Json {
  const description = fieldTexts[name];
  return description === undefined || field["description"] !== undefined ? field : { ...field, description };
}
