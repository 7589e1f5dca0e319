import { sql } from "kysely";
import { countAll, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { Connection } from "../../database/whole-tables.ts";

/** Ends all work on vectors in a target without pgvector: its documents are found by words only. In a filling transaction. */
export async function settleEmbedding(db: Connection): Promise<void> {
  await db.query(
    "update jobs set status = 'done', progress = 1, step = null, updated_at = now() where kind = 'embed' and status in ('queued', 'running')",
  );
  await db.query("update documents set status = 'ready', updated_at = now() where status = 'searchable'");
}

/** Adds a job for each document without vectors of this model and without an unfinished job. @returns their number. */
export function insertMissingEmbedding(tx: TenantTransaction, model: string): Promise<number> {
  return tx.run(sql`
    insert into jobs (tenant_id, id, kind, target_id, document_id)
    select d.tenant_id, gen_random_uuid(), 'embed', d.current_version_id, d.id
      from documents d
     where d.current_version_id is not null
       and not exists (select from jobs j where j.document_id = d.id and j.status in ('queued', 'running'))
       and exists (select from chunks c where c.version_id = d.current_version_id
                      and not exists (select from chunk_embeddings e where e.chunk_id = c.id and e.model = ${model}))`);
}

/** Number of unfinished jobs, from which the new queue is filled. */
export async function countWaitingJobs(db: Connection): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::int as count from jobs where status in ('queued', 'running')",
  );
  return rows[0]?.count ?? 0;
}

/** Number of the tenant's tickets. */
export async function countTickets(tx: TenantTransaction): Promise<number> {
  return (await tx.first(query.selectFrom("tickets").select(countAll.as("count"))))?.count ?? 0;
}
