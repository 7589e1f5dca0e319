import type { TenantTransaction } from "../../database/transaction.ts";

/** A short summary of ten messages of a ticket. */
export interface ThreadChunk {
  ordinal: number;
  first_sequence: number;
  last_sequence: number;
  summary: string;
  /** The model that computed the vector; null without a vector. */
  model: string | null;
  embedding: number[] | null;
}

/** All chunks of a ticket, oldest first. */
export async function listThreadChunks(tx: TenantTransaction, ticketId: string): Promise<ThreadChunk[]> {
  const { rows } = await tx.query<ThreadChunk>(
    `select ordinal, first_sequence::float8 as first_sequence, last_sequence::float8 as last_sequence, summary, model, embedding
       from thread_chunks where ticket_id = $1 order by ordinal`,
    [ticketId],
  );
  return rows;
}

/** Stores a chunk; an existing one stays unchanged. */
export async function insertThreadChunk(
  tx: TenantTransaction,
  ticketId: string,
  { id, ...chunk }: ThreadChunk & { id: string },
): Promise<void> {
  await tx.query(
    `insert into thread_chunks (tenant_id, id, ticket_id, ordinal, first_sequence, last_sequence, summary, model, embedding)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (tenant_id, ticket_id, ordinal) do nothing`,
    [
      tx.tenantId,
      id,
      ticketId,
      chunk.ordinal,
      chunk.first_sequence,
      chunk.last_sequence,
      chunk.summary,
      chunk.model,
      chunk.embedding,
    ],
  );
}

/** Stores the summary of the messages up to a number. A summary that covers more stays. Does not count as a change of the ticket. */
export async function updateRunningSummary(
  tx: TenantTransaction,
  ticketId: string,
  { summary, to }: { summary: string; to: number },
): Promise<void> {
  await tx.query(
    "update tickets set running_summary = $2, running_summary_to = $3 where id = $1 and running_summary_to < $3",
    [ticketId, summary, to],
  );
}

/** True when a job for the ticket's memory is queued or running. */
export async function isThreadQueued(tx: TenantTransaction, ticketId: string): Promise<boolean> {
  const { rows } = await tx.query(
    "select 1 from jobs where kind = 'thread' and target_id = $1 and status in ('queued', 'running') limit 1",
    [ticketId],
  );
  return rows.length > 0;
}

/** Deletes the finished jobs of a ticket's memory; their result is the memory itself. */
export async function deleteSettledThreadJobs(tx: TenantTransaction, ticketId: string): Promise<void> {
  await tx.query("delete from jobs where kind = 'thread' and target_id = $1 and status in ('done', 'failed')", [
    ticketId,
  ]);
}

/** Number of a ticket's messages after a sequence number. */
export async function countMessagesAfter(tx: TenantTransaction, ticketId: string, sequence: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from messages where ticket_id = $1 and sequence > $2",
    [ticketId, sequence],
  );
  return rows[0]?.count ?? 0;
}
