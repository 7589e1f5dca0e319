/** One mail. Texts are data: whoever sends it encodes them for its headers and parts. */
export interface OutgoingMail {
  /** The row's id: sending the same again gives the receiver the same `Message-ID`. */
  id: string;
  /** One address, checked. */
  to: string;
  /** Whose name stands before the sender's address. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. */
export interface MailPort {
  /** Resolves once the mail server has taken it. @throws MailError. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** A mail was not taken. Holds nothing of the mail and no address, so it may be logged. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** False when the server says that this mail will never be taken. */
  readonly isPassing: boolean;

  constructor(reason: string, { isPassing }: { isPassing: boolean }) {
    super(reason);
    this.isPassing = isPassing;
  }
}
