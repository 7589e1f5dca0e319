import { z } from "zod";

/** `unknown`: nobody knows whether it happened; the last three are what was said, or not said, to a write that was proposed. */
export const toolStatusSchema = z.enum([
  "completed",
  "failed",
  "conflict",
  "unknown",
  "declined",
  "expired",
  "withdrawn",
]);

export const toolKindSchema = z.enum(["read", "write"]);

/** What a tool did for an answer, as everybody reads it. */
export const toolActivitySchema = z.object({
  tool_call_id: z.string(),
  title: z.string(),
  connection: z.string(),
  kind: toolKindSchema,
  status: toolStatusSchema,
  /** A readable result, secrets taken out. */
  content: z.string(),
  at: z.string(),
});
export type ToolActivity = z.infer<typeof toolActivitySchema>;

/** One argument of a write, as a person reads it before saying yes. */
export const confirmationFieldSchema = z.object({ name: z.string(), label: z.string(), value: z.string() });

/** Who has to say yes next. */
export const approverSchema = z.enum(["visitor", "agent"]);

/** A write that waits for a yes. */
export const confirmationSchema = z.object({
  confirmation_id: z.string(),
  /** Title of the tool. */
  action: z.string(),
  connection: z.string(),
  description: z.string(),
  /** The exact arguments. */
  arguments: z.unknown(),
  /** The same in the order and with the titles of the tool's schema. */
  fields: z.array(confirmationFieldSchema),
  waits_for: approverSchema,
  expires_at: z.string(),
});
export type Confirmation = z.infer<typeof confirmationSchema>;

export const confirmationAnswerSchema = z.strictObject({ approved: z.boolean() });
