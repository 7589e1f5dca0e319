import type { TenantTransaction } from "../../database/transaction.ts";

/** A message that was brought back from a branch. */
export interface CopilotMergeRow {
  /** Where it stands now. */
  conversation_id: string;
  message_id: string;
  title: string;
  /** Where it was taken from; null: that branch is gone. */
  from_conversation_id: string | null;
  from_message_id: string;
  finding_id: string | null;
  from_title: string;
  by_name: string;
  created_at: Date;
}

/** Everything that was brought to a conversation or taken from it. */
export async function listMerges(tx: TenantTransaction, conversationId: string): Promise<CopilotMergeRow[]> {
  const { rows } = await tx.query<CopilotMergeRow>(
    `select g.conversation_id, g.message_id, c.title, g.from_conversation_id, g.from_message_id, g.finding_id, g.from_title, g.by_name, g.created_at
       from copilot_merges g join copilot_conversations c on c.tenant_id = g.tenant_id and c.id = g.conversation_id
      where g.conversation_id = $1 or g.from_conversation_id = $1 order by g.created_at, g.message_id`,
    [conversationId],
  );
  return rows;
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
  await tx.query(
    `insert into copilot_merges (tenant_id, message_id, conversation_id, from_conversation_id, from_message_id, finding_id, from_title, by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenantId, messageId, conversationId, from.conversationId, from.messageId, from.findingId, from.title, byName],
  );
}
