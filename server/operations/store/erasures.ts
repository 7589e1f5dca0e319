import { newId } from "../../core/ids.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export type Counts = Record<string, number>;

/** What an erasure is about. Tickets and documents are added as they go, so that whoever goes on knows what to forget elsewhere. */
export interface ErasureTarget {
  visitors: string[];
  tickets: string[];
  documents: string[];
  addresses: string[];
  /** The address by which visitors are erased: `visitors` is one batch of them, and more may follow. */
  email?: string;
  /** Visitors of the batches before, as many as a receipt names. */
  gone?: string[];
}

export interface ErasureRow {
  id: string;
  kind: "visitor" | "ticket" | "document";
  target: ErasureTarget | null;
  asked_by: AuditActor;
  counts: Counts;
  receipt: unknown;
  started_at: Date;
  finished_at: Date | null;
}

const columns = "id, kind, target, asked_by, counts, receipt, started_at, finished_at";

/** Writes it down before anything goes: whatever happens to the process, it is gone on with. */
export async function insertErasure(
  tx: TenantTransaction,
  erasure: Pick<ErasureRow, "kind" | "asked_by"> & { target: ErasureTarget },
): Promise<string> {
  const id = newId();
  await tx.query("insert into erasures (tenant_id, id, kind, target, asked_by) values ($1, $2, $3, $4, $5)", [
    tx.tenantId,
    id,
    erasure.kind,
    JSON.stringify(erasure.target),
    JSON.stringify(erasure.asked_by),
  ]);
  return id;
}

/** Takes its turn; undefined when another process has it, or it is done. */
export async function claimErasure(
  tx: TenantTransaction,
  id: string,
  leaseSeconds: number,
): Promise<ErasureRow | undefined> {
  const { rows } = await tx.query<ErasureRow>(
    `update erasures set lease_until = now() + make_interval(secs => $2)
      where id = $1 and finished_at is null and lease_until <= now() returning ${columns}`,
    [id, leaseSeconds],
  );
  return rows[0];
}

/** Adds to what is gone, in the transaction in which it goes. */
export async function addToErasure(
  tx: TenantTransaction,
  id: string,
  { target, counts, leaseSeconds }: { target: ErasureTarget; counts: Counts; leaseSeconds: number },
): Promise<void> {
  await tx.query(
    `update erasures e set target = $2, lease_until = now() + make_interval(secs => $4),
            counts = e.counts || (select coalesce(jsonb_object_agg(key, value::int + coalesce((e.counts ->> key)::int, 0)), '{}') from jsonb_each_text($3::jsonb))
      where id = $1`,
    [id, JSON.stringify(target), JSON.stringify(counts), leaseSeconds],
  );
}

/** Somebody else may go on. */
export async function releaseErasure(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("update erasures set lease_until = now() where id = $1 and finished_at is null", [id]);
}

export async function finishErasure(tx: TenantTransaction, id: string, receipt: object): Promise<void> {
  await tx.query("update erasures set finished_at = now(), receipt = $2, target = null where id = $1", [
    id,
    JSON.stringify(receipt),
  ]);
}

export async function findErasure(tx: TenantTransaction, id: string): Promise<ErasureRow | undefined> {
  const { rows } = await tx.query<ErasureRow>(`select ${columns} from erasures where id = $1`, [id]);
  return rows[0];
}

/** Newest first. */
export async function listErasures(tx: TenantTransaction, limit: number): Promise<ErasureRow[]> {
  const { rows } = await tx.query<ErasureRow>(`select ${columns} from erasures order by id desc limit $1`, [limit]);
  return rows;
}

/** Erasures that nobody goes on with. For the platform role. */
export async function listLeftErasures(tx: Transaction): Promise<{ tenant_id: string; id: string }[]> {
  const { rows } = await tx.query<{ tenant_id: string; id: string }>(
    "select tenant_id, id from erasures where finished_at is null and lease_until <= now() order by lease_until limit 50",
  );
  return rows;
}
