import { z } from "zod";

/** A ticket's e-mail state, for the agents who answer it. */
export const ticketEmailSchema = z.object({
  /** Time at which the unread messages are sent by e-mail; null: nothing is waiting. */
  due_at: z.string().nullable(),
  /** Time of the last e-mail, and the last message in it. */
  sent_at: z.string().nullable(),
  sent_message_id: z.string().nullable(),
  /**
   * Reason why e-mails do not arrive: the mailbox does not exist, its owner unsubscribed, the mail server cannot be reached, or too many
   * e-mails were sent. `full`: the mailbox is full. `delayed`: the e-mail came back for another passing reason; like `full`, it is sent
   * again later while `due_at` is set. `rejected`: the mail server refuses this e-mail, for its content or size. `no_address`: the
   * visitor's address is unknown.
   */
  problem: z.enum(["bounced", "stopped", "failed", "full", "delayed", "rejected", "too_many", "no_address"]).nullable(),
  /** The visitor's messages that arrived by e-mail. */
  received: z.array(z.string()),
  /** Addresses that also get the agents' replies: the `Cc` of the e-mail that began the ticket. */
  cc: z.array(z.string()),
  /** Quotes and signatures of these e-mails, which are not part of the messages. */
  quoted: z.array(z.object({ message_id: z.string(), text: z.string() })),
});
export type TicketEmail = z.infer<typeof ticketEmailSchema>;

/** `POST mail/inbound`: the result of processing an e-mail. */
export const inboundResponseSchema = z.object({
  outcome: z.enum(["message", "note", "automatic", "bounce", "known", "unknown", "ignored", "limited"]),
});
export type InboundResponse = z.infer<typeof inboundResponseSchema>;
