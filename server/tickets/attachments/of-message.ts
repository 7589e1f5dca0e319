import type { Attachment } from "../../../protocol/attachments.ts";
import type { Message } from "../../../protocol/messages.ts";
import { AppError } from "../../core/errors.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listAttachments, type StoredAttachment } from "../store/attachments.ts";

/**
 * What a new message names, under the ticket's lock: uploaded on this ticket by the same side, and not part of another message.
 * @throws AppError `invalid_request`, in the same words whatever is wrong: ids of others are not told apart from none.
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

/** Whether a message that was sent before names the same files. */
export function namesSame({ attachments = [] }: Message, ids: readonly string[]): boolean {
  return attachments.length === ids.length && attachments.every(({ id }, index) => id === ids[index]);
}
