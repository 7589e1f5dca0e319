import { z } from "zod";
import { approverSchema, confirmationSchema, toolKindSchema } from "./tools.ts";

/** A write that was proposed, as agents see it: what, for whom, and what was said to it. */
export const adminConfirmationSchema = confirmationSchema.extend({
  ticket: z.object({ id: z.string(), number: z.number().int(), subject: z.string() }),
  visitor: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    /** The tenant's own server has vouched for who it is. */
    is_identified: z.boolean(),
  }),
  /** Who has to say yes; `both`: the visitor first, then an agent. */
  approval: z.enum(["visitor", "agent", "both"]),
  status: z.enum(["pending", "approved", "declined", "expired", "withdrawn"]),
  visitor_approved: z.boolean().nullable(),
  agent_approved: z.boolean().nullable(),
  /** The agent who answered. */
  agent: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Who ended it; null while it waits. */
  decided_by: approverSchema.or(z.literal("system")).nullable(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  /** Whole seconds until nobody's answer is a no, by the server's clock; 0 once it is over. */
  seconds_left: z.number().int().nonnegative(),
});
export type AdminConfirmation = z.infer<typeof adminConfirmationSchema>;

/** What waits for an agent, the one that ends first before others. */
export const waitingConfirmationsSchema = z.object({ items: z.array(adminConfirmationSchema) });
export type WaitingConfirmations = z.infer<typeof waitingConfirmationsSchema>;

export const confirmationAnsweredSchema = z.object({ confirmation: adminConfirmationSchema });

/** A tool's call as it stands in a ticket's course; the whole is at `tool-calls`. */
export const ticketCallSchema = z.object({
  id: z.string(),
  kind: toolKindSchema,
  title: z.string(),
  connection: z.string(),
  arguments: z.unknown(),
  confirmation_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  /** `running`: nothing has come of it yet; `unknown`: nobody knows whether it happened, until an agent says it in `settled`. */
  status: z.enum(["running", "completed", "failed", "conflict", "unknown"]),
  /** A readable result, secrets taken out. */
  content: z.string(),
  error: z.string().nullable(),
  settled: z.enum(["completed", "failed"]).nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type TicketCall = z.infer<typeof ticketCallSchema>;
