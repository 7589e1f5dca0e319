import { z } from "zod";
import { plainText } from "./requests.ts";
import { toolKindSchema } from "./tools.ts";

/** An MCP server, or the base address of REST actions. */
export const connectionKindSchema = z.enum(["mcp", "rest"]);
export type ConnectionKind = z.infer<typeof connectionKindSchema>;

/** `unchecked`: never checked; `failing`: the last check or call failed; `resting`: it failed often, so calls are paused for a while. */
const connectionHealthSchema = z.enum(["ok", "failing", "resting", "unchecked"]);

export const toolConnectionSchema = z.object({
  id: z.string(),
  /** Visitors see it: "from Orders, just now". */
  name: z.string(),
  kind: connectionKindSchema,
  url: z.string(),
  /** Names of the headers that every call carries. Their values are never shown again. */
  header_names: z.array(z.string()),
  is_active: z.boolean(),
  health: connectionHealthSchema,
  checked_at: z.string().nullable(),
  /** Name and version as the server reports them. */
  server: z.object({ name: z.string(), version: z.string() }).nullable(),
  /** Error of the last check, in words. */
  problem: z.string().nullable(),
  /** Numbers of its tools: all; not classified yet; changed since a person approved the definition; available to the assistant. */
  tools: z.object({
    all: z.number().int(),
    unclassed: z.number().int(),
    changed: z.number().int(),
    usable: z.number().int(),
  }),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ToolConnection = z.infer<typeof toolConnectionSchema>;
export const toolConnectionsResponseSchema = z.object({ items: z.array(toolConnectionSchema) });

/** Longest address, in characters. */
const maxUrlChars = 2_048;
/** Most headers of a connection: enough for a token and a few names. */
const maxHeaders = 10;
/** Printable ASCII, as HTTP requires. */
const headerValue = z
  .string()
  .min(1)
  .max(4_000)
  .regex(/^[\x20-\x7e]+$/);
const headersSchema = z
  .record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/), headerValue)
  .refine((headers) => Object.keys(headers).length <= maxHeaders, {
    message: `can have at most ${maxHeaders} headers`,
  });

const connectionFields = {
  name: plainText.trim().min(1).max(60),
  url: plainText.trim().min(1).max(maxUrlChars),
  headers: headersSchema,
};
export const createConnectionRequestSchema = z.strictObject({
  ...connectionFields,
  kind: connectionKindSchema,
  headers: headersSchema.default({}),
});
export type CreateConnectionRequest = z.infer<typeof createConnectionRequestSchema>;
/** Given headers replace all existing headers. */
export const changeConnectionRequestSchema = z
  .strictObject({ ...connectionFields, is_active: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: "must contain at least one change" });
export type ChangeConnectionRequest = z.infer<typeof changeConnectionRequestSchema>;

/** How an answerer without a model finds an argument; see `ArgumentSource` of the graph. */
const argumentSourceSchema = z.strictObject({
  from: z.enum(["message", "page", "visitor"]),
  pattern: plainText.min(1).max(200).optional(),
});

export const toolAudienceSchema = z.enum(["everyone", "identified"]);
export const toolApprovalSchema = z.enum(["visitor", "agent", "both"]);

/** `{{argument}}` in a request is encoded for the part where it occurs. */
export const restRequestSchema = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  /** Appended to the connection's address: `/orders/{{order_number}}`. */
  path: plainText.max(1_000).regex(/^\//),
  query: z.record(plainText.min(1).max(100), plainText.max(1_000)).default({}),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/),
      z
        .string()
        .max(1_000)
        .regex(/^[\x20-\x7e]*$/),
    )
    .default({}),
  /** JSON with `"{{argument}}"` as a value; the argument keeps its type. Null: no body. */
  body: z.unknown().default(null),
});
export type RestRequest = z.infer<typeof restRequestSchema>;

/** A schema or definition as received: any JSON object. */
const jsonObject = z.record(z.string(), z.unknown());

export const toolSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  /** The connection's name. */
  connection: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  input_schema: jsonObject,
  output_schema: jsonObject.nullable(),
  /** Hash of the approved definition. A different present definition of the server waits in `changed_to`. */
  definition_hash: z.string(),
  changed_to: z
    .object({
      description: z.string(),
      input_schema: jsonObject,
      output_schema: jsonObject.nullable(),
      definition_hash: z.string(),
    })
    .nullable(),
  /** The server no longer lists it. */
  is_gone: z.boolean(),
  /** Only for a REST action. */
  request: restRequestSchema.nullable(),
  /** The kind that the server's own hints suggest; a person decides. */
  proposed_kind: toolKindSchema,
  /** Null: not decided yet, so the tool is not used. */
  kind: toolKindSchema.nullable(),
  audience: toolAudienceSchema,
  approval: toolApprovalSchema,
  is_active: z.boolean(),
  timeout_ms: z.number().int(),
  calls_per_day: z.number().int().nullable(),
  examples: z.array(z.string()),
  argument_sources: z.record(z.string(), argumentSourceSchema),
  result_template: z.string(),
  confirm_template: z.string(),
  /** Reasons why it cannot be used, in words: a schema that cannot be checked, or no classification. */
  problems: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Tool = z.infer<typeof toolSchema>;
export const toolListQuerySchema = z.object({ connection_id: z.uuid().optional() });
export const toolsResponseSchema = z.object({ items: z.array(toolSchema) });

/** The result of checking a connection. The found tools are stored; `problem` says why none was found. */
export const discoveryResultSchema = z.object({
  connection: toolConnectionSchema,
  tools: z.array(toolSchema),
  added: z.number().int(),
  changed: z.number().int(),
  gone: z.number().int(),
  /** Tools that were left out, and why: `name: reason`. */
  left_out: z.array(z.string()),
  problem: z.string().nullable(),
});
export type DiscoveryResult = z.infer<typeof discoveryResultSchema>;

const toolFields = {
  title: plainText.trim().max(120),
  description: plainText.trim().max(2_000),
  kind: toolKindSchema.nullable(),
  audience: toolAudienceSchema,
  approval: toolApprovalSchema,
  is_active: z.boolean(),
  timeout_ms: z.number().int().min(500).max(30_000),
  calls_per_day: z.number().int().min(1).max(100_000).nullable(),
  examples: z.array(plainText.trim().min(1).max(300)).max(20),
  argument_sources: z.record(plainText.min(1).max(100), argumentSourceSchema),
  result_template: plainText.max(2_000),
  confirm_template: plainText.max(2_000),
};
/** A person's changes to a tool. `input_schema` and `request` apply to REST actions only; an MCP server defines its own. */
export const changeToolRequestSchema = z
  .strictObject({ ...toolFields, input_schema: jsonObject, request: restRequestSchema })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: "must contain at least one change" });
export type ChangeToolRequest = z.infer<typeof changeToolRequestSchema>;

/** Creates a REST action. */
export const createToolRequestSchema = z.strictObject({
  ...z.object(toolFields).partial().shape,
  connection_id: z.uuid(),
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  input_schema: jsonObject,
  request: restRequestSchema,
});
export type CreateToolRequest = z.infer<typeof createToolRequestSchema>;

/** Approves the server's new definition: the one with this hash, which the person has seen. */
export const acceptToolRequestSchema = z.strictObject({ definition_hash: z.string().min(1).max(100) });
