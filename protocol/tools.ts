import { z } from "zod";

/** `unknown`: it is unclear whether the call took effect. The last three are decisions on a proposed change, or the lack of one. */
const toolStatusSchema = z.enum(["completed", "failed", "conflict", "unknown", "declined", "expired", "withdrawn"]);

export const toolKindSchema = z.enum(["read", "write"]);

/** A tool's action for an answer, for all readers. */
export const toolActivitySchema = z.object({
  tool_call_id: z.string(),
  title: z.string(),
  connection: z.string(),
  kind: toolKindSchema,
  status: toolStatusSchema,
  /** A readable result without secrets. */
  content: z.string(),
  at: z.string(),
});
export type ToolActivity = z.infer<typeof toolActivitySchema>;

/** One argument of a change, as a person reads it before approving. */
const confirmationFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  value: z.string(),
  /** The present value, where a look-up in the same conversation has shown it without doubt. Without secrets, at most 300 characters. */
  before: z.string().optional(),
});

/** The next approver. */
export const approverSchema = z.enum(["visitor", "agent"]);

/** A change that waits for approval. */
export const confirmationSchema = z.object({
  confirmation_id: z.string(),
  /** The tool's title. */
  action: z.string(),
  connection: z.string(),
  description: z.string(),
  /** The exact arguments. */
  arguments: z.unknown(),
  /** The arguments in the order and with the titles of the tool's schema. */
  fields: z.array(confirmationFieldSchema),
  waits_for: approverSchema,
  expires_at: z.string(),
});
export type Confirmation = z.infer<typeof confirmationSchema>;

export const confirmationAnswerSchema = z.strictObject({ approved: z.boolean() });
