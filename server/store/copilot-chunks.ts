import type { TenantTransaction } from "./transaction.ts";

/** Ten messages of a long conversation in a few lines. */
export interface CopilotChunkRow {
  /** From 0. */
  ordinal: number;
  /** Places from 1, what the conversation was given along included. */
  first_place: number;
  last_place: number;
  summary: string;
  made_by: "rules" | "model";
}

/** Oldest first. */
export async function listTalkChunks(tx: TenantTransaction, conversationId: string): Promise<CopilotChunkRow[]> {
  const { rows } = await tx.query<CopilotChunkRow>(
    "select ordinal, first_place, last_place, summary, made_by from copilot_chunks where conversation_id = $1 order by ordinal",
    [conversationId],
  );
  return rows;
}

/** Stores one; one that is there already stays as it is, and of a conversation that is gone none is stored. */
export async function insertTalkChunk(
  tx: TenantTransaction,
  conversationId: string,
  chunk: CopilotChunkRow,
): Promise<void> {
  await tx.query(
    `insert into copilot_chunks (tenant_id, conversation_id, ordinal, first_place, last_place, summary, made_by)
     select c.tenant_id, c.id, $2, $3, $4, $5, $6 from copilot_conversations c where c.id = $1
     on conflict (tenant_id, conversation_id, ordinal) do nothing`,
    [conversationId, chunk.ordinal, chunk.first_place, chunk.last_place, chunk.summary, chunk.made_by],
  );
}
