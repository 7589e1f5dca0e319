import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A message that was copied from a branch. `from_conversation_id` is null when that branch was deleted. */
export type CopilotMergeRow = Awaited<ReturnType<typeof listMerges>>[number];

/** Every message that was copied to a conversation or from it, oldest first. */
export function listMerges(tx: TenantTransaction, conversationId: string) {
  return tx.all(
    query
      .selectFrom("copilot_merges as g")
      .innerJoin("copilot_conversations as c", "c.id", "g.conversation_id")
      .select(["g.conversation_id", "g.message_id", "c.title", "g.from_conversation_id", "g.from_message_id"])
      .select(["g.finding_id", "g.from_title", "g.by_name", "g.created_at"])
      .where(({ eb, or }) =>
        or([eb("g.conversation_id", "=", conversationId), eb("g.from_conversation_id", "=", conversationId)]),
      )
      .orderBy("g.created_at")
      .orderBy("g.message_id"),
  );
}

export interface NewMerge {
  messageId: string;
  conversationId: string;
  from: { conversationId: string; messageId: string; findingId: string | null; title: string };
  byName: string;
}

export async function insertMerge(
  tx: TenantTransaction,
  { messageId, conversationId, from, byName }: NewMerge,
): Promise<void> {
  await tx.run(
    query.insertInto("copilot_merges").values({
      tenant_id: tx.tenantId,
      message_id: messageId,
      conversation_id: conversationId,
      from_conversation_id: from.conversationId,
      from_message_id: from.messageId,
      finding_id: from.findingId,
      from_title: from.title,
      by_name: byName,
    }),
  );
}
