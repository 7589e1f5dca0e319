import type { TenantTransaction } from "../../database/transaction.ts";
import type { Connection } from "../../database/whole-tables.ts";

/** Without pgvector nothing makes vectors: documents that wait for theirs are found by words, and are ready. In a filling transaction. */
export async function settleEmbedding(db: Connection): Promise<void> {
  await db.query(
    "update jobs set status = 'done', progress = 1, step = null, updated_at = now() where kind = 'embed' and status in ('queued', 'running')",
  );
  await db.query("update documents set status = 'ready', updated_at = now() where status = 'searchable'");
}

/** Queues what has no vectors of this model yet, and is not queued already; how many documents that is. */
export async function insertMissingEmbedding(tx: TenantTransaction, model: string): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into jobs (tenant_id, id, kind, target_id, document_id)
     select d.tenant_id, gen_random_uuid(), 'embed', d.current_version_id, d.id
       from documents d
      where d.current_version_id is not null
        and not exists (select from jobs j where j.document_id = d.id and j.status in ('queued', 'running'))
        and exists (select from chunks c where c.version_id = d.current_version_id
                       and not exists (select from chunk_embeddings e where e.chunk_id = c.id and e.model = $1))`,
    [model],
  );
  return rowCount ?? 0;
}

/** Jobs that nobody has finished: the rows from which the new queue is filled. */
export async function countWaitingJobs(db: Connection): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    "select count(*)::int as n from jobs where status in ('queued', 'running')",
  );
  return rows[0]?.n ?? 0;
}

/** All tickets that a tenant sees. */
export async function countTickets(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.query<{ n: number }>("select count(*)::int as n from tickets");
  return rows[0]?.n ?? 0;
}
