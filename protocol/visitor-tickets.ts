import { z } from "zod";
import { agentRefSchema, ownerSchema, roleSchema, ticketStatusSchema } from "./messages.ts";
import { pageSchema, plainText } from "./requests.ts";

/** One of a visitor's own tickets, as a line of the list. */
export const visitorTicketSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  status: ticketStatusSchema,
  owner: ownerSchema,
  /** The first question, or the one that the team got, on one line, without Markdown, cut as `preview` is; empty when only files were sent. */
  title: z.string(),
  /** The last message on one line without Markdown, at most 120 characters and an ellipsis; of a message without text, the name of its first file. */
  preview: z.string(),
  /** Author of the last message. */
  role: roleSchema,
  agent: agentRefSchema.nullable(),
  /** Time of the last message. */
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

/** `POST tickets`: starts another ticket. */
export const newTicketRequestSchema = z.strictObject({ page: pageSchema.optional() });

/** `POST seen`: the visitor had the ticket on screen up to this event. */
export const seenRequestSchema = z.strictObject({
  sequence: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
});

/** `POST transcript`: sends the ticket by e-mail, to one address. */
export const transcriptRequestSchema = z.strictObject({ email: z.email().max(254) });

const scoreSchema = z.number().int().min(1).max(5);

/** The visitor's options after a ticket has ended. */
export const resolutionResponseSchema = z.object({
  /** Time until which the visitor may continue it; null when it cannot be continued, or has not ended. */
  reopen_until: z.string().nullable(),
  /** The visitor's rating so far; null when the visitor is not asked for one. */
  rating: z.object({ score: scoreSchema.nullable() }).nullable(),
  /** The visitor's address for a transcript, if known; null when no transcript can be sent. */
  transcript: z.object({ email: z.string().nullable() }).nullable(),
});
export type ResolutionResponse = z.infer<typeof resolutionResponseSchema>;

/** `POST rating`: 1 (bad) to 5 (very good). A second request with the same score can add a comment, once. */
export const ratingRequestSchema = z.strictObject({ score: scoreSchema, comment: plainText.max(1_000).optional() });

/** A visitor's rating for an end of the ticket. */
export const ticketRatingSchema = z.object({
  score: scoreSchema,
  comment: z.string().nullable(),
  /** The end that the rating is for. */
  resolved_at: z.string(),
  created_at: z.string(),
});
export type TicketRating = z.infer<typeof ticketRatingSchema>;
