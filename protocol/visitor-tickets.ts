import { z } from "zod";
import { agentRefSchema, ownerSchema, roleSchema, ticketStatusSchema } from "./messages.ts";
import { pageSchema, plainText } from "./requests.ts";

/** One of a visitor's own tickets, as its line in their list. */
export const visitorTicketSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  status: ticketStatusSchema,
  owner: ownerSchema,
  /** The first question on one line, without Markdown, cut as `preview` is; empty when only files were sent. */
  title: z.string(),
  /** The last message on one line, without Markdown, of at most 120 characters and an ellipsis. */
  preview: z.string(),
  /** Who said it. */
  role: roleSchema,
  agent: agentRefSchema.nullable(),
  /** When it was said. */
  at: z.string(),
  /** Answers that the visitor has not seen; 99 means that many or more. */
  unread: z.number().int().nonnegative(),
});
export type VisitorTicket = z.infer<typeof visitorTicketSchema>;

/** `GET tickets`: the page after a cursor, newest first. */
export const visitorTicketsQuerySchema = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export const visitorTicketsResponseSchema = z.object({
  items: z.array(visitorTicketSchema),
  next_cursor: z.string().nullable(),
});
export type VisitorTicketsResponse = z.infer<typeof visitorTicketsResponseSchema>;

/** `POST tickets`: one more ticket. */
export const newTicketRequestSchema = z.strictObject({ page: pageSchema.optional() });

/** `POST seen`: the ticket was on the screen up to this event. */
export const seenRequestSchema = z.strictObject({
  sequence: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
});

/** `POST transcript`: the ticket by e-mail. One address. */
export const transcriptRequestSchema = z.strictObject({ email: z.email().max(254) });

const scoreSchema = z.number().int().min(1).max(5);

/** What can be done with a ticket that has ended. */
export const resolutionResponseSchema = z.object({
  /** Until when the visitor may go on with it; null when it is over for good, or not over. */
  reopen_until: z.string().nullable(),
  /** Whether the visitor is asked how it went, and what they said; null when they are not asked. */
  rating: z.object({ score: scoreSchema.nullable() }).nullable(),
  /** Whether the ticket can be sent by e-mail, with the visitor's address as far as it is known; null when it cannot. */
  transcript: z.object({ email: z.string().nullable() }).nullable(),
});
export type ResolutionResponse = z.infer<typeof resolutionResponseSchema>;

/** `POST rating`: how it went, 1 (bad) to 5 (very good). The same score again may bring words, once. */
export const ratingRequestSchema = z.strictObject({ score: scoreSchema, comment: plainText.max(1_000).optional() });

/** What a visitor said about how a ticket ended. */
export const ticketRatingSchema = z.object({
  score: scoreSchema,
  comment: z.string().nullable(),
  /** The end that is meant. */
  resolved_at: z.string(),
  created_at: z.string(),
});
export type TicketRating = z.infer<typeof ticketRatingSchema>;
