/** One mail. Texts are data: whoever sends it encodes them for its headers and parts. */
export interface OutgoingEmail {
  /** Sending the same again gives the receiver the same `Message-ID`, which is made of it. */
  id: string;
  /** One address, checked. */
  to: string;
  /** Whose name stands before the sender's address. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /** Part of a conversation: replies come back to it, and so do bounces. */
  thread?: EmailThread;
}

/** What makes a mail one of a conversation. */
export interface EmailThread {
  /** Where replies go, and what is said of mailboxes that are not there; absent: nobody reads replies. */
  replyTo: string | undefined;
  /** `Message-ID` of the mail that this one answers. */
  inReplyTo: string | null;
  /** An address that ends such mails when something is posted there, as mail programs do (RFC 8058). */
  stopUrl: string;
}

/** Sends mail. */
export interface EmailPort {
  /** Resolves with the `Message-ID` once the mail server has taken it. @throws MailError. */
  send(mail: OutgoingEmail): Promise<string>;
  close(): void;
}

/** A mail was not taken. Holds nothing of the mail and no address, so it may be logged. */
export class EmailError extends Error {
  override readonly name = "MailError";
  /** False when the server says that this mail will never be taken. */
  readonly isPassing: boolean;

  constructor(reason: string, { isPassing }: { isPassing: boolean }) {
    super(reason);
    this.isPassing = isPassing;
  }
}
