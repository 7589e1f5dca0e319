import { AppError } from "../errors.ts";
import { findConversation } from "../store/copilot-conversations.ts";
import { type CopilotMessageRow, findCopilotMessage } from "../store/copilot-messages.ts";
import type { TenantTransaction } from "../store/transaction.ts";
import type { Person } from "./deps.ts";

/** A message of the copilot in a conversation. */
export interface RunPlace {
  conversationId: string;
  messageId: string;
}

/**
 * A person's own run, held with its conversation until the transaction ends: of several who change it one comes after the other.
 * @throws AppError `not_found`, also where it is another person's.
 */
export async function lockRun(
  tx: TenantTransaction,
  { personId }: Person,
  { conversationId, messageId }: RunPlace,
): Promise<CopilotMessageRow & { asked_id: string }> {
  const conversation = await findConversation(tx, { id: conversationId, personId }, { lock: true });
  const row = conversation && (await findCopilotMessage(tx, { id: messageId, conversationId }, { lock: true }));
  if (!row || row.asked_id === null) throw new AppError("not_found", "There is no such message.");
  return { ...row, asked_id: row.asked_id };
}
