import { z } from "zod";
import { assignmentKindSchema } from "./assignment.ts";
import { agentRefSchema, endedAsSchema, ownerSchema, ticketStatusSchema } from "./messages.ts";

/** What is known of a ticket's visitor besides what they say. */
export const visitorContextSchema = z.object({
  /** The tenant's own server has said who it is. */
  is_identified: z.boolean(),
  /** Since when nothing they write is taken any more. */
  blocked_at: z.string().nullable(),
  /** Browser and system in two words. */
  device: z.string().nullable(),
  first_seen_at: z.string(),
  /** Their other tickets in which something was said, newest first, at most ten. */
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
  /** All of those. */
  ticket_count: z.number().int().nonnegative(),
});
export type VisitorContext = z.infer<typeof visitorContextSchema>;

/** Who had the ticket from when on. */
export const ownerChangeSchema = z.object({
  at: z.string(),
  owner: ownerSchema,
  status: ticketStatusSchema,
  agent: agentRefSchema.nullable(),
  /** Set where a rule gave the ticket to `agent`, or took it back from them. */
  given: assignmentKindSchema.optional(),
  /** Number of the ticket that it was merged into. */
  merged_into: z.number().int().optional(),
  /** It ended because nobody wrote. */
  inactive: z.literal(true).optional(),
});
export type OwnerChange = z.infer<typeof ownerChangeSchema>;

/** What deleting takes along: how much of everything, and what stays. */
export const deletedSchema = z.object({
  tickets: z.number().int(),
  messages: z.number().int(),
  files: z.number().int(),
});
export type Deleted = z.infer<typeof deletedSchema>;
