/** What mail programs and mail servers may ask; wired in `server/context`. */
export interface MailActions {
  /** Ends answers by mail. False for a link that is none. */
  stop(token: string): Promise<boolean>;
  /** Absent where nobody reads replies. */
  inbound?: {
    secret: string;
    /** @returns what became of the mail, in a word. */
    take(raw: Uint8Array, envelope: string[]): Promise<string>;
  };
}
