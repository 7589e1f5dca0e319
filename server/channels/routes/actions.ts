import type { InboundResponse } from "../../../protocol/email.ts";
import type { HeldBytes } from "../../tickets/attachments/held-bytes.ts";

/** An e-mail as received. */
export interface IncomingEmail {
  bytes: Uint8Array;
  /** True when the bytes are a webhook's JSON that contains the e-mail. */
  isJson: boolean;
  /** First bytes of the e-mail itself, as latin1. */
  head: string;
  /** Recipients of the SMTP envelope, if known. */
  envelope: string[];
}

/** Actions for e-mail programs and SMTP servers; wired in `server/wiring`. */
export interface EmailActions {
  /** Stops e-mail answers. @returns false for an invalid link. */
  stop(token: string): Promise<boolean>;
  /** Absent when replies are not read. */
  inbound?: {
    secret: string;
    /** Bytes of e-mails that this process holds at the moment. */
    held: HeldBytes;
    take(mail: IncomingEmail): Promise<InboundResponse["outcome"]>;
  };
  /** Starts reading the mailbox; absent without one. @returns stops it. */
  startPolling?(): () => Promise<void>;
}
