import { z } from "zod";
import { endedAsSchema, ticketStatusSchema } from "./messages.ts";

/** Another ticket, as it is named beside one. */
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

/** What a ticket belongs together with. */
export const relatedSchema = z.object({
  /** Related tickets, the newest relation first. */
  links: z.array(ticketRefSchema),
  /** Where this duplicate goes on. */
  merged_into: mergeSchema.nullable(),
  /** Duplicates that go on here, oldest first. */
  merged: z.array(mergeSchema),
});
export type Related = z.infer<typeof relatedSchema>;

/** Most tickets that one is related to. */
export const maxLinks = 50;

/** `POST /admin/tickets/:id/links`: relates two tickets, both ways. */
export const linkRequestSchema = z.strictObject({ ticket_id: z.uuid() });
/** `POST /admin/tickets/:id/merge`: this duplicate goes on in another ticket of the same visitor. */
export const mergeRequestSchema = z.strictObject({ into: z.uuid() });
