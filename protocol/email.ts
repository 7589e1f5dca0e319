import { z } from "zod";

/** How a ticket goes on by mail, for those who answer it. */
export const ticketEmailSchema = z.object({
  /** When what the visitor has not read goes out; null: nothing waits. */
  due_at: z.string().nullable(),
  /** When the last mail went out, and up to which message. */
  sent_at: z.string().nullable(),
  sent_message_id: z.string().nullable(),
  /**
   * Why mails do not arrive: the mailbox is not there, its owner wants none, the mail server cannot be reached, or too many went out.
   * `no_address`: nobody knows where to.
   */
  problem: z.enum(["bounced", "stopped", "failed", "too_many", "no_address"]).nullable(),
  /** The visitor's messages that came by mail. */
  received: z.array(z.string()),
});
export type TicketEmail = z.infer<typeof ticketEmailSchema>;

/** `POST mail/inbound`: what became of a mail. */
export const inboundResponseSchema = z.object({
  outcome: z.enum(["message", "note", "automatic", "bounce", "known", "unknown"]),
});
export type InboundResponse = z.infer<typeof inboundResponseSchema>;
