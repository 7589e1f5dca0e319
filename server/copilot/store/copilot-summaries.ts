import { sql } from "kysely";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** The summary of a conversation. */
export interface ConversationSummary {
  summary: string;
  by: "rules" | "model" | null;
  /** The number of the last message that it covers. */
  to: number;
}

/**
 * The summary of a conversation with the facts that decide whether a new one is needed. `is_in_family`: it is a branch or has branches.
 * `last_seq`: number of its last message. `given`: count of the messages that a branch got from its parent. `provisional`: the parent and
 * message from which a branch was forked, while its context has only a rule-based summary.
 */
export type ConversationToSumUp = NonNullable<Awaited<ReturnType<typeof findConversationToSumUp>>>;

export function findConversationToSumUp(tx: TenantTransaction, id: string) {
  return tx.first(
    query
      .selectFrom("copilot_conversations as c")
      .leftJoin("copilot_conversations as p", "p.id", "c.parent_id")
      .select(["c.summary", "c.summary_by as by", "c.summary_to as to", "c.last_seq"])
      .select([
        sql<boolean>`exists (select from copilot_conversations o where o.id = c.parent_id or o.parent_id = c.id)`.as(
          "is_in_family",
        ),
        sql<number>`coalesce(jsonb_array_length(c.context_given->'said'), 0)`.as("given"),
        sql<{ parent_id: string; seq: number } | null>`
          case when c.context_kind = 'summary' and c.context_by = 'rules' and p.id is not null
               then jsonb_build_object('parent_id', p.id, 'seq', c.forked_seq) end`.as("provisional"),
      ])
      .where("c.id", "=", id),
  );
}

export interface NewConversationSummary extends ConversationSummary {
  /** Null without an embedding model; the summary is then not compared. */
  vector: { model: string; values: Float32Array } | null;
}

/** Stores a summary, unless the stored one covers more messages. */
export async function updateConversationSummary(
  tx: TenantTransaction,
  id: string,
  { summary, by, to, vector }: NewConversationSummary,
): Promise<void> {
  await tx.run(
    query
      .updateTable("copilot_conversations")
      .set({
        summary,
        summary_by: by,
        summary_to: to,
        summary_at: now,
        embedding: vector && [...vector.values],
        embedding_model: vector?.model ?? null,
      })
      .where("id", "=", id)
      .where("summary_to", "<", to),
  );
}

/**
 * Summary of ten messages of a long conversation. The message positions count from 1 and include the context that a branch got from its
 * parent.
 */
export type CopilotChunkRow = Awaited<ReturnType<typeof listConversationChunks>>[number];

/** Oldest first. */
export function listConversationChunks(tx: TenantTransaction, conversationId: string) {
  return tx.all(
    query
      .selectFrom("copilot_chunks")
      .select(["ordinal", "first_place", "last_place", "summary", "made_by"])
      .where("conversation_id", "=", conversationId)
      .orderBy("ordinal"),
  );
}

/** Stores a chunk, unless there is one with its ordinal or the conversation was deleted. */
export async function insertConversationChunk(
  tx: TenantTransaction,
  conversationId: string,
  { ordinal, first_place, last_place, summary, made_by }: CopilotChunkRow,
): Promise<void> {
  await tx.run(
    sql`
      insert into copilot_chunks (tenant_id, conversation_id, ordinal, first_place, last_place, summary, made_by)
      select c.tenant_id, c.id, ${ordinal}, ${first_place}, ${last_place}, ${summary}, ${made_by}
        from copilot_conversations c where c.id = ${conversationId}
      on conflict (tenant_id, conversation_id, ordinal) do nothing`,
  );
}
