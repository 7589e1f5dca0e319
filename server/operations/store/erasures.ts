import { sql } from "kysely";
import { z } from "zod";
import { newId } from "../../core/ids.ts";
import { type AuditActor, auditActorSchema } from "../../database/audit-log.ts";
import { type JsonText, json } from "../../database/column-types.ts";
import { now, query, type RowOf, secondsFromNow } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** Numbers of rows by table. */
export const countsSchema = z.record(z.string(), z.number());
export type Counts = z.infer<typeof countsSchema>;

const ids = z.array(z.string());
const targetSchema = z.object({
  /** A batch of the visitors with `email`, or the only visitor. */
  visitors: ids,
  /** Tickets and documents are added as they are erased, so that another process knows what to delete outside the database. */
  tickets: ids,
  documents: ids,
  addresses: ids,
  email: z.string().optional(),
  /** Visitors of earlier batches, as many as a receipt names. */
  gone: ids.optional(),
});
/** Subject of an erasure. */
export type ErasureTarget = z.infer<typeof targetSchema>;

export type ErasureRow = NonNullable<ReturnType<typeof toRow>>;

const columns = ["id", "kind", "target", "asked_by", "counts", "receipt", "started_at", "finished_at"] as const;
const erasures = query.selectFrom("erasures").select(columns);

function toRow(row: Pick<RowOf<"erasures">, (typeof columns)[number]>) {
  return {
    ...row,
    target: targetSchema.nullable().parse(row.target),
    asked_by: auditActorSchema.parse(row.asked_by),
    counts: countsSchema.parse(row.counts),
  };
}

/** Stores the request before the first row is deleted, so that it is continued after a crash. @returns its id. */
export async function insertErasure(
  tx: TenantTransaction,
  { kind, asked_by, target }: { kind: ErasureRow["kind"]; asked_by: AuditActor; target: ErasureTarget },
): Promise<string> {
  const id = newId();
  const row = { tenant_id: tx.tenantId, id, kind, target: json(target), asked_by: json(asked_by) };
  await tx.run(query.insertInto("erasures").values(row));
  return id;
}

/** Claims an erasure; undefined when another process has it, or it is finished. */
export async function claimErasure(
  tx: TenantTransaction,
  id: string,
  leaseSeconds: number,
): Promise<ErasureRow | undefined> {
  const row = await tx.first(
    query
      .updateTable("erasures")
      .set({ lease_until: secondsFromNow(leaseSeconds) })
      .where("id", "=", id)
      .where("finished_at", "is", null)
      .where("lease_until", "<=", now)
      .returning(columns),
  );
  return row && toRow(row);
}

/** Adds numbers of deleted rows, in the transaction that deletes them. */
export async function addToErasure(
  tx: TenantTransaction,
  id: string,
  { target, counts, leaseSeconds }: { target: ErasureTarget; counts: Counts; leaseSeconds: number },
): Promise<void> {
  const sums = sql<JsonText>`counts || (
    select coalesce(jsonb_object_agg(key, value::int + coalesce((counts ->> key)::int, 0)), '{}') from jsonb_each_text(${json(counts)}::jsonb))`;
  await tx.run(
    query
      .updateTable("erasures")
      .set({ target: json(target), counts: sums, lease_until: secondsFromNow(leaseSeconds) })
      .where("id", "=", id),
  );
}

/** Lets another process continue. */
export async function releaseErasure(tx: TenantTransaction, id: string): Promise<void> {
  const erasure = query.updateTable("erasures").set({ lease_until: now }).where("id", "=", id);
  await tx.run(erasure.where("finished_at", "is", null));
}

export async function finishErasure(tx: TenantTransaction, id: string, receipt: object): Promise<void> {
  const finished = { finished_at: now, receipt: json(receipt), target: null };
  await tx.run(query.updateTable("erasures").set(finished).where("id", "=", id));
}

export async function findErasure(tx: TenantTransaction, id: string): Promise<ErasureRow | undefined> {
  const row = await tx.first(erasures.where("id", "=", id));
  return row && toRow(row);
}

/** Newest first. */
export async function listErasures(tx: TenantTransaction, limit: number): Promise<ErasureRow[]> {
  return (await tx.all(erasures.orderBy("id", "desc").limit(limit))).map(toRow);
}

/** Unfinished erasures that no process has claimed. For the platform role. */
export function listLeftErasures(tx: Transaction): Promise<{ tenant_id: string; id: string }[]> {
  return tx.all(
    query
      .selectFrom("erasures")
      .select(["tenant_id", "id"])
      .where("finished_at", "is", null)
      .where("lease_until", "<=", now)
      .orderBy("lease_until")
      .limit(50),
  );
}
