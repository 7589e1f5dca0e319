import type { TenantTransaction } from "../../database/transaction.ts";

/** What a conversation has come to so far. */
export interface ConversationSummary {
  summary: string;
  by: "rules" | "model" | null;
  /** The number of the last message that it covers. */
  to: number;
}

/** With what says whether there is anything to be summed up. */
export interface ConversationToSumUp extends ConversationSummary {
  /** It is a branch, or has branches. */
  is_in_family: boolean;
  /** Of its last message. */
  last_seq: number;
  /** Messages that it was given along. */
  given: number;
  /** Of a branch whose given summary no model has written yet: where it was forked from. */
  provisional: { parent_id: string; seq: number } | null;
}

export async function findConversationToSumUp(
  tx: TenantTransaction,
  id: string,
): Promise<ConversationToSumUp | undefined> {
  const { rows } = await tx.query<ConversationToSumUp>(
    `select c.summary, c.summary_by as by, c.summary_to as "to", c.last_seq,
            exists (select from copilot_conversations o where o.id = c.parent_id or o.parent_id = c.id) as is_in_family,
            coalesce(jsonb_array_length(c.context_given->'said'), 0) as given,
            case when c.context_kind = 'summary' and c.context_by = 'rules' and p.id is not null
                 then jsonb_build_object('parent_id', p.id, 'seq', c.forked_seq) end as provisional
       from copilot_conversations c left join copilot_conversations p on p.id = c.parent_id where c.id = $1`,
    [id],
  );
  return rows[0];
}

export interface NewConversationSummary extends ConversationSummary {
  /** Null: it could not be made; the summary is compared with none then. */
  vector: { model: string; values: Float32Array } | null;
}

/** Writes it; one that covers more already stays. */
export async function updateConversationSummary(
  tx: TenantTransaction,
  id: string,
  { summary, by, to, vector }: NewConversationSummary,
): Promise<void> {
  await tx.query(
    `update copilot_conversations
        set summary = $2, summary_by = $3, summary_to = $4, summary_at = now(), embedding = $5, embedding_model = $6
      where id = $1 and summary_to < $4`,
    [id, summary, by, to, vector ? [...vector.values] : null, vector?.model ?? null],
  );
}

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
export async function listConversationChunks(
  tx: TenantTransaction,
  conversationId: string,
): Promise<CopilotChunkRow[]> {
  const { rows } = await tx.query<CopilotChunkRow>(
    "select ordinal, first_place, last_place, summary, made_by from copilot_chunks where conversation_id = $1 order by ordinal",
    [conversationId],
  );
  return rows;
}

/** Stores one; one that is there already stays as it is, and of a conversation that is gone none is stored. */
export async function insertConversationChunk(
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
