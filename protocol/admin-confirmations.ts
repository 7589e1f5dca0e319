import { z } from "zod";
import { approverSchema, confirmationSchema, toolKindSchema } from "./tools.ts";

/** A change that the assistant proposed, for agents: the action, the ticket, and the decision. */
export const adminConfirmationSchema = confirmationSchema.extend({
  ticket: z.object({ id: z.string(), number: z.number().int(), subject: z.string() }),
  visitor: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    /** The tenant's own server has confirmed the visitor's identity. */
    is_identified: z.boolean(),
  }),
  /** Approvers of the change; `both`: the visitor first, then an agent. */
  approval: z.enum(["visitor", "agent", "both"]),
  status: z.enum(["pending", "approved", "declined", "expired", "withdrawn"]),
  visitor_approved: z.boolean().nullable(),
  agent_approved: z.boolean().nullable(),
  /** The agent who decided. */
  agent: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The side that ended it; null while it is pending. */
  decided_by: approverSchema.or(z.literal("system")).nullable(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  /** Whole seconds by the server's clock until an undecided change counts as declined; 0 when it has ended. */
  seconds_left: z.number().int().nonnegative(),
});
export type AdminConfirmation = z.infer<typeof adminConfirmationSchema>;

/** Changes that wait for an agent, the one that expires first at the top. */
export const waitingConfirmationsSchema = z.object({ items: z.array(adminConfirmationSchema) });
export type WaitingConfirmations = z.infer<typeof waitingConfirmationsSchema>;

export const confirmationAnsweredSchema = z.object({ confirmation: adminConfirmationSchema });

/** A tool call in a ticket's timeline; `tool-calls` has the complete call. */
export const ticketCallSchema = z.object({
  id: z.string(),
  kind: toolKindSchema,
  title: z.string(),
  connection: z.string(),
  arguments: z.unknown(),
  confirmation_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  /** `running`: no result yet; `unknown`: it is unclear whether the call took effect, until an agent records the result in `settled`. */
  status: z.enum(["running", "completed", "failed", "conflict", "unknown"]),
  /** A readable result without secrets. */
  content: z.string(),
  error: z.string().nullable(),
  settled: z.enum(["completed", "failed"]).nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type TicketCall = z.infer<typeof ticketCallSchema>;
