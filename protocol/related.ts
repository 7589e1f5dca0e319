import { z } from "zod";
import { endedAsSchema, ticketStatusSchema } from "./messages.ts";

/** A short reference to another ticket. */
export const ticketRefSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  subject: z.string(),
  status: ticketStatusSchema,
  ended_as: endedAsSchema.optional(),
});
export type TicketRef = z.infer<typeof ticketRefSchema>;

/** A ticket that was merged with another one, by whom and when. */
export const mergeSchema = ticketRefSchema.extend({ by: z.string(), at: z.string() });
export type Merge = z.infer<typeof mergeSchema>;

/** A ticket's relations to other tickets. */
export const relatedSchema = z.object({
  /** Related tickets, the newest relation first. */
  links: z.array(ticketRefSchema),
  /** The ticket in which this duplicate continues. */
  merged_into: mergeSchema.nullable(),
  /** Duplicates that continue in this ticket, oldest first. */
  merged: z.array(mergeSchema),
});
export type Related = z.infer<typeof relatedSchema>;

/** Most related tickets of one ticket. */
export const maxLinks = 50;

/** `POST /admin/tickets/:id/links`: relates two tickets to each other. */
export const linkRequestSchema = z.strictObject({ ticket_id: z.uuid() });
/** `POST /admin/tickets/:id/merge`: continues this duplicate in another ticket of the same visitor. */
export const mergeRequestSchema = z.strictObject({ into: z.uuid() });
