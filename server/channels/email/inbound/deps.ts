import type { Logger } from "../../../core/log.ts";
import type { EmailRequest, ParsedEmail } from "../../../knowledge/reading/parsers/file-parser.ts";
import type { InboundOutcome } from "../../store/inbound-emails.ts";
import type { KeepDeps } from "./store-email.ts";

export interface InboundDeps extends KeepDeps {
  /** The mailbox that receives replies. */
  inbound: string;
  /** The sender's address of own e-mails. */
  sender: string | undefined;
  log: Logger;
  /** Counts an e-mail to a ticket, or to a tenant's address, before it is parsed. @throws AppError `rate_limited`. */
  admit(to: { tenantId: string; ticketId?: string }): Promise<void>;
  /** Counts a new ticket. @param sender anything that identifies the sender. @returns false when the sender or the tenant has too many. */
  admitTicket(to: { tenantId: string; sender: string }): Promise<boolean>;
  /** Parses an e-mail in a separate process. @throws AppError `unprocessable_document`, `overloaded`, `unavailable`. */
  parse(mail: EmailRequest): Promise<ParsedEmail>;
}

/**
 * Result for an e-mail. `known` arrived before, `unknown` belongs to no ticket and no tenant. `ignored` comes from no sender, an own address
 * or a blocked visitor, and `limited` from a sender or to a tenant with too many new tickets.
 */
export type Taken = InboundOutcome | "known" | "unknown" | "ignored" | "limited";
