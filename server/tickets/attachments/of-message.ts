import type { Attachment } from "../../../protocol/attachments.ts";
import type { Message } from "../../../protocol/messages.ts";
import { AppError } from "../../core/errors.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listAttachments, type StoredAttachment } from "../store/attachments.ts";

/**
 * Finds the attachments of a new message. The caller holds the ticket's lock. Each must have been uploaded on this ticket by the same side
 * and belong to no message yet.
 * @throws AppError `invalid_request`, with the same text for every reason, so that a caller cannot find out whether an id exists elsewhere.
 */
export async function findWaiting(
  tx: TenantTransaction,
  { ticketId, sender, ids }: { ticketId: string; sender: StoredAttachment["sender"]; ids: readonly string[] },
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const found = await listAttachments(tx, ticketId, ids);
  const waiting = found.filter((stored) => stored.messageId === null && stored.sender === sender);
  if (waiting.length !== ids.length)
    throw new AppError("invalid_request", "An attachment is no longer available. Upload the file again.");
  return waiting.map(({ attachment }) => attachment);
}

/** Whether an earlier message has the same attachments. */
export function namesSame({ attachments = [] }: Message, ids: readonly string[]): boolean {
  return attachments.length === ids.length && attachments.every(({ id }, index) => id === ids[index]);
}
