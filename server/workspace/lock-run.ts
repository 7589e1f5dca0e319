import { AppError } from "../errors.ts";
import { type CopilotConversationRow, findConversation } from "../store/copilot-conversations.ts";
import { type CopilotMessageRow, findCopilotMessage } from "../store/copilot-messages.ts";
import type { TenantTransaction } from "../store/transaction.ts";
import type { Person } from "./deps.ts";

/** A message of the copilot in a conversation. */
export interface RunPlace {
  conversationId: string;
  messageId: string;
}

/** @throws AppError `conflict` in a closed one, which takes no messages. */
export function refuseClosed({ closed_at: at }: Pick<CopilotConversationRow, "closed_at">): void {
  if (at !== null) throw new AppError("conflict", "This conversation is closed. Reopen it to continue.");
}

/**
 * A person's own run, held with its conversation until the transaction ends: of several who change it one comes after the other.
 * @param wish.goesOn something is to be worked on by it, which a closed conversation does not let happen.
 * @throws AppError `not_found`, also where it is another person's; `conflict`.
 */
export async function lockRun(
  tx: TenantTransaction,
  { personId }: Person,
  { conversationId, messageId, goesOn = false }: RunPlace & { goesOn?: boolean },
): Promise<CopilotMessageRow & { asked_id: string }> {
  const conversation = await findConversation(tx, { id: conversationId, personId }, { lock: true });
  if (conversation && goesOn) refuseClosed(conversation);
  const row = conversation && (await findCopilotMessage(tx, { id: messageId, conversationId }, { lock: true }));
  if (!row || row.asked_id === null) throw new AppError("not_found", "Message not found.");
  return { ...row, asked_id: row.asked_id };
}
