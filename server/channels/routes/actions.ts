import type { InboundResponse } from "../../../protocol/email.ts";
import type { HeldBytes } from "../../tickets/attachments/held-bytes.ts";

/** A mail as it was handed over. */
export interface IncomingEmail {
  bytes: Uint8Array;
  /** True when the bytes are the JSON of a webhook with the mail in it. */
  isJson: boolean;
  /** The first bytes of the mail itself, as latin1. */
  head: string;
  /** Whom the mail server was told it is for, where it says so. */
  envelope: string[];
}

/** What mail programs and mail servers may ask; wired in `server/wiring`. */
export interface EmailActions {
  /** Ends answers by mail. False for a link that is none. */
  stop(token: string): Promise<boolean>;
  /** Absent where nobody reads replies. */
  inbound?: {
    secret: string;
    /** Bytes of mails that this process holds at the moment. */
    held: HeldBytes;
    take(mail: IncomingEmail): Promise<InboundResponse["outcome"]>;
  };
}
