import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { findAttachmentFile } from "../store/attachments.ts";
import type { TicketKey } from "../store/tickets.ts";
import type { AttachmentDeps } from "./deps.ts";

/** Identifies an attachment: its id is valid on its ticket only. */
export type AttachmentOf = TicketKey & { id: string; reader: "visitor" | "agent" };

export interface AttachmentBytes {
  name: string;
  /** True for a picture that the server re-encoded. No other file may be displayed inside a page. */
  isPicture: boolean;
  type: string;
  bytes: Uint8Array;
}

/** Reads the bytes of an attachment of this ticket. @throws AppError `not_found`. */
export async function readAttachment(
  { db }: Pick<AttachmentDeps, "db">,
  { tenantId, ticketId, id, reader }: AttachmentOf,
  size: "full" | "preview",
): Promise<AttachmentBytes> {
  const found = await withTenant(db, tenantId, (tx) => findAttachmentFile(tx, { ticketId, id }, { size, reader }));
  if (!found) throw new AppError("not_found", "File not found. It may have been deleted.");
  return found;
}
