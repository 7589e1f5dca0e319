import { z } from "zod";
import { assignmentKindSchema } from "./assignment.ts";
import { agentRefSchema, endedAsSchema, ownerSchema, ticketStatusSchema } from "./messages.ts";

/** Facts about a ticket's visitor, apart from the messages. */
export const visitorContextSchema = z.object({
  /** The tenant's own server has confirmed the visitor's identity. */
  is_identified: z.boolean(),
  /** Time from which the server rejects the visitor's messages. */
  blocked_at: z.string().nullable(),
  /** Browser and operating system in two words. */
  device: z.string().nullable(),
  first_seen_at: z.string(),
  /** The visitor's other tickets with at least one message, newest first, at most ten. */
  tickets: z.array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      subject: z.string(),
      status: ticketStatusSchema,
      ended_as: endedAsSchema.optional(),
      updated_at: z.string(),
    }),
  ),
  /** Number of all these tickets. */
  ticket_count: z.number().int().nonnegative(),
});
export type VisitorContext = z.infer<typeof visitorContextSchema>;

/** A change of the ticket's owner, with its time. */
export const ownerChangeSchema = z.object({
  at: z.string(),
  owner: ownerSchema,
  status: ticketStatusSchema,
  agent: agentRefSchema.nullable(),
  /** Set when a rule assigned the ticket to `agent` or unassigned it from them. */
  given: assignmentKindSchema.optional(),
  /** Number of the ticket that it was merged into. */
  merged_into: z.number().int().optional(),
  /** It ended because the visitor wrote nothing more. */
  inactive: z.literal(true).optional(),
});
export type OwnerChange = z.infer<typeof ownerChangeSchema>;

/** Effect of a deletion: the number of deleted items of each kind. */
export const deletedSchema = z.object({
  tickets: z.number().int(),
  messages: z.number().int(),
  files: z.number().int(),
});
export type Deleted = z.infer<typeof deletedSchema>;
