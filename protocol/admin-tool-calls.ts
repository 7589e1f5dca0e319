import { z } from "zod";
import { pageOf } from "./admin.ts";
import { plainText } from "./requests.ts";

/** JSON as a tool's schema wants it. */
const jsonObject = z.record(z.string(), z.unknown());

/** A read runs at once; a write has a real effect and needs `confirm`. */
export const testCallRequestSchema = z.strictObject({
  arguments: jsonObject,
  confirm: z.boolean().default(false),
});
export type TestCallRequest = z.infer<typeof testCallRequestSchema>;

/** `running`: nobody has said yet what came of it. */
export const callStatusSchema = z.enum(["running", "completed", "failed", "conflict", "unknown"]);
export type ToolCallStatus = z.infer<typeof callStatusSchema>;

export const testCallResultSchema = z.object({
  call_id: z.string(),
  status: callStatusSchema,
  /** What the model would be given. */
  content: z.string(),
  /** What people would read. */
  shown: z.string(),
  error: z.string().nullable(),
  http_status: z.number().int().nullable(),
  took_ms: z.number().int().nullable(),
});
export type TestCallResult = z.infer<typeof testCallResultSchema>;

export const callKindSchema = z.enum(["read", "write", "test"]);

/** One call, as the record has it; secrets were taken out before it was written. */
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
  /** Who let it be called; a name of a person or key that is still there. */
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
  /** What an agent said of a call of which nobody knew what came of it. */
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

/** What a person found out of a call that ended as `unknown`. */
export const settleCallRequestSchema = z.strictObject({
  status: z.enum(["completed", "failed"]),
  note: plainText.trim().max(1_000).default(""),
});
export type SettleCallRequest = z.infer<typeof settleCallRequestSchema>;

export const toolFiguresQuerySchema = z.object({
  connection_id: z.uuid().optional(),
  days: z.coerce.number().int().min(1).max(90).default(7),
});
/** Calls over time: by the hour for up to two days, else by the day (UTC). Hours and days without a call are left out. */
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
      /** Half of the calls took up to this, and 95 of 100, ms; null where none ended. */
      p50_ms: z.number().int().nullable(),
      p95_ms: z.number().int().nullable(),
    }),
  ),
});
export type ToolFigures = z.infer<typeof toolFiguresSchema>;
