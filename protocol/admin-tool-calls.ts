import { z } from "zod";
import { pageOf } from "./admin.ts";
import { plainText } from "./requests.ts";

/** A JSON object that matches the tool's schema. */
const jsonObject = z.record(z.string(), z.unknown());

/** A read runs at once. A write has a real effect and needs `confirm`. */
export const testCallRequestSchema = z.strictObject({
  arguments: jsonObject,
  confirm: z.boolean().default(false),
});
export type TestCallRequest = z.infer<typeof testCallRequestSchema>;

/** `running`: the result is not known yet. */
export const callStatusSchema = z.enum(["running", "completed", "failed", "conflict", "unknown"]);
export type ToolCallStatus = z.infer<typeof callStatusSchema>;

export const testCallResultSchema = z.object({
  call_id: z.string(),
  status: callStatusSchema,
  /** The text that the model would receive. */
  content: z.string(),
  /** The text that people would read. */
  shown: z.string(),
  error: z.string().nullable(),
  http_status: z.number().int().nullable(),
  took_ms: z.number().int().nullable(),
});
export type TestCallResult = z.infer<typeof testCallResultSchema>;

export const callKindSchema = z.enum(["read", "write", "test"]);

/** One stored tool call. Secrets were removed before it was stored. */
export const toolCallSchema = z.object({
  id: z.string(),
  kind: callKindSchema,
  connection_id: z.string(),
  connection: z.string(),
  tool_id: z.string(),
  tool: z.string(),
  title: z.string(),
  ticket: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  turn_id: z.string().nullable(),
  visitor_id: z.string().nullable(),
  confirmation_id: z.string().nullable(),
  /** The person or key that allowed the call; `name` is null when it no longer exists. */
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  arguments: jsonObject,
  status: callStatusSchema,
  content: z.string(),
  shown: z.string(),
  error: z.string().nullable(),
  http_status: z.number().int().nullable(),
  took_ms: z.number().int().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  /** An agent's result for a call that ended as `unknown`. */
  settled: z
    .object({
      status: z.enum(["completed", "failed"]),
      note: z.string(),
      by: z.object({ id: z.string(), name: z.string().nullable() }),
      at: z.string(),
    })
    .nullable(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

export const callFilterSchema = z.object({
  connection_id: z.uuid().optional(),
  tool_id: z.uuid().optional(),
  ticket_id: z.uuid().optional(),
  kind: callKindSchema.optional(),
  status: callStatusSchema.optional(),
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
});
export type CallFilter = z.infer<typeof callFilterSchema>;
export const callListQuerySchema = callFilterSchema.extend({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export const callListResponseSchema = pageOf(toolCallSchema);
export const callExportQuerySchema = callFilterSchema.extend({ format: z.enum(["csv", "json"]).default("csv") });

/** The result that a person found for a call that ended as `unknown`. */
export const settleCallRequestSchema = z.strictObject({
  status: z.enum(["completed", "failed"]),
  note: plainText.trim().max(1_000).default(""),
});
export type SettleCallRequest = z.infer<typeof settleCallRequestSchema>;

export const toolFiguresQuerySchema = z.object({
  connection_id: z.uuid().optional(),
  days: z.coerce.number().int().min(1).max(90).default(7),
});
/** Calls over time: by hour for up to two days, else by day (UTC). Hours and days without a call are left out. */
export const toolFiguresSchema = z.object({
  step: z.enum(["hour", "day"]),
  items: z.array(
    z.object({
      connection_id: z.string(),
      connection: z.string(),
      at: z.string(),
      calls: z.number().int(),
      failed: z.number().int(),
      conflict: z.number().int(),
      unknown: z.number().int(),
      /** Median and 95th percentile of the call duration, in ms; null when no call ended. */
      p50_ms: z.number().int().nullable(),
      p95_ms: z.number().int().nullable(),
    }),
  ),
});
export type ToolFigures = z.infer<typeof toolFiguresSchema>;
