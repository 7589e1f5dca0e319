import { countAll, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A short summary of ten messages of a ticket. `model` computed the vector; both are null without a vector. */
export type ThreadChunk = Awaited<ReturnType<typeof listThreadChunks>>[number];

/** All chunks of a ticket, oldest first. */
export function listThreadChunks(tx: TenantTransaction, ticketId: string) {
  return tx.all(
    query
      .selectFrom("thread_chunks")
      .select(["ordinal", "first_sequence", "last_sequence", "summary", "model", "embedding"])
      .where("ticket_id", "=", ticketId)
      .orderBy("ordinal"),
  );
}

/** Stores a chunk; an existing one stays unchanged. */
export async function insertThreadChunk(
  tx: TenantTransaction,
  ticketId: string,
  chunk: ThreadChunk & { id: string },
): Promise<void> {
  await tx.run(
    query
      .insertInto("thread_chunks")
      .values({ ...chunk, tenant_id: tx.tenantId, ticket_id: ticketId })
      .onConflict((conflict) => conflict.columns(["tenant_id", "ticket_id", "ordinal"]).doNothing()),
  );
}

/** Stores the summary of the messages up to a number. A summary that covers more stays. Does not count as a change of the ticket. */
export async function updateRunningSummary(
  tx: TenantTransaction,
  ticketId: string,
  { summary, to }: { summary: string; to: number },
): Promise<void> {
  await tx.run(
    query
      .updateTable("tickets")
      .set({ running_summary: summary, running_summary_to: to })
      .where("id", "=", ticketId)
      .where("running_summary_to", "<", to),
  );
}

/** True when a job for the ticket's memory is queued or running. */
export async function isThreadQueued(tx: TenantTransaction, ticketId: string): Promise<boolean> {
  const job = await tx.first(
    query
      .selectFrom("jobs")
      .select("id")
      .where("kind", "=", "thread")
      .where("target_id", "=", ticketId)
      .where("status", "in", ["queued", "running"])
      .limit(1),
  );
  return job !== undefined;
}

/** Deletes the finished jobs of a ticket's memory; their result is the memory itself. */
export async function deleteSettledThreadJobs(tx: TenantTransaction, ticketId: string): Promise<void> {
  await tx.run(
    query
      .deleteFrom("jobs")
      .where("kind", "=", "thread")
      .where("target_id", "=", ticketId)
      .where("status", "in", ["done", "failed"]),
  );
}

/** Number of a ticket's messages after a sequence number. */
export async function countMessagesAfter(tx: TenantTransaction, ticketId: string, sequence: number): Promise<number> {
  const row = await tx.first(
    query
      .selectFrom("messages")
      .select(countAll.as("count"))
      .where("ticket_id", "=", ticketId)
      .where("sequence", ">", sequence),
  );
  return row?.count ?? 0;
}
