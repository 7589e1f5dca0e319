import type { TenantTransaction } from "../../database/transaction.ts";

/** Numbers of memories that were changed. */
export interface Aged {
  expired: number;
  decayed: number;
  forgotten: number;
  deleted: number;
}

/** Rules for ageing; all times are before `now`. */
export interface AgeingRules {
  now: Date;
  /** The confidence of an extracted memory at or below this, unused since `unusedSince`, is multiplied by `keeps`. */
  lowConfidence: number;
  unusedSince: Date;
  keeps: number;
  /** A memory with a lower confidence is invalidated. */
  leastConfidence: number;
  deleteInvalidatedBefore: Date;
}

/** Ages all memories of a tenant by one step. A second run with the same time changes nothing. */
export async function ageMemories(tx: TenantTransaction, rules: AgeingRules): Promise<Aged> {
  const { now } = rules;
  const expired = await tx.query(
    `update memories set invalidated_at = $1::timestamptz, updated_at = $1::timestamptz where invalidated_at is null and (valid_until <= $1::timestamptz or expires_at <= $1::timestamptz)`,
    [now],
  );
  const decayed = await tx.query<{ forgotten: boolean }>(
    `update memories
        set confidence = confidence * $4::real, decayed_at = $1::timestamptz,
            invalidated_at = case when confidence * $4::real < $5::real then $1::timestamptz end
      where invalidated_at is null and origin = 'extracted' and confidence <= $3::real
        and greatest(coalesce(last_access_at, updated_at), coalesce(decayed_at, updated_at)) <= $2
      returning invalidated_at is not null as forgotten`,
    [now, rules.unusedSince, rules.lowConfidence, rules.keeps, rules.leastConfidence],
  );
  const deleted = await tx.query("delete from memories where invalidated_at <= $1::timestamptz", [
    rules.deleteInvalidatedBefore,
  ]);
  await tx.query(
    "update memories m set superseded_by = null where superseded_by is not null and not exists (select from memories n where n.id = m.superseded_by)",
  );
  const forgotten = decayed.rows.filter((row) => row.forgotten).length;
  return {
    expired: expired.rowCount ?? 0,
    decayed: decayed.rows.length - forgotten,
    forgotten,
    deleted: deleted.rowCount ?? 0,
  };
}
