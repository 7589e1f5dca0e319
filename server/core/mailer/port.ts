import type { DeliveryProblem } from "./delivery-problem.ts";

/** An e-mail to send. Texts are data: the mailer encodes them for headers and parts. */
export interface OutgoingEmail {
  /** Sending the same e-mail again gives the recipient the same `Message-ID`, which is derived from this id. */
  id: string;
  /** One valid address. */
  to: string;
  /** Further recipients. */
  cc?: readonly string[];
  /** Name shown before the sender's address. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /** Set for an e-mail of a conversation: replies and bounces come back to it. */
  thread?: EmailThread;
}

/** Data that links an e-mail to a conversation. */
export interface EmailThread {
  /** Set when no human wrote the texts, so that other programs do not answer them (RFC 3834). */
  autoSubmitted: "auto-replied" | "auto-generated" | null;
  /** Address for replies and bounces; absent: replies are not read. */
  replyTo: string | undefined;
  /** `Message-ID` of the e-mail that this one answers. */
  inReplyTo: string | null;
  /** Unsubscribe URL: a POST to it stops such e-mails, as in mail programs (RFC 8058). */
  stopUrl: string;
}

/** Sends mail. */
export interface EmailPort {
  /** Resolves with the `Message-ID` once the SMTP server has accepted it. @throws EmailError. */
  send(mail: OutgoingEmail): Promise<string>;
  close(): void;
}

/** The SMTP server rejected an e-mail. Contains no text and no address of the e-mail, so it may be logged. */
export class EmailError extends Error {
  override readonly name = "EmailError";
  /** False when the SMTP server will never accept this e-mail. */
  readonly isPassing: boolean;
  /** The SMTP server's reason; null when there is none, or when it concerns the sender's account. */
  readonly problem: DeliveryProblem | null;

  constructor(reason: string, { isPassing, problem = null }: { isPassing: boolean; problem?: DeliveryProblem | null }) {
    super(reason);
    this.isPassing = isPassing;
    this.problem = problem;
  }
}
