import { sql } from "kysely";
import { query } from "../../database/query.ts";
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
  const expired = await tx.run(
    query
      .updateTable("memories")
      .set({ invalidated_at: now, updated_at: now })
      .where("invalidated_at", "is", null)
      .where(({ eb, or }) => or([eb("valid_until", "<=", now), eb("expires_at", "<=", now)])),
  );
  const lowered = sql<number>`confidence * ${rules.keeps}::real`;
  const unused = await tx.all(
    query
      .updateTable("memories")
      .set({
        confidence: lowered,
        decayed_at: now,
        invalidated_at: sql<Date | null>`case when ${lowered} < ${rules.leastConfidence}::real then ${now}::timestamptz end`,
      })
      .where("invalidated_at", "is", null)
      .where("origin", "=", "extracted")
      .where(sql<boolean>`confidence <= ${rules.lowConfidence}::real`)
      .where(
        sql`greatest(coalesce(last_access_at, updated_at), coalesce(decayed_at, updated_at))`,
        "<=",
        rules.unusedSince,
      )
      .returning(({ eb }) => eb("invalidated_at", "is not", null).as("is_forgotten")),
  );
  const deleted = await tx.run(
    query.deleteFrom("memories").where("invalidated_at", "<=", rules.deleteInvalidatedBefore),
  );
  await tx.run(
    query
      .updateTable("memories as m")
      .set({ superseded_by: null })
      .where("superseded_by", "is not", null)
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom("memories as n").whereRef("n.id", "=", "m.superseded_by"))),
      ),
  );
  const forgotten = unused.filter((row) => row.is_forgotten).length;
  return { expired, decayed: unused.length - forgotten, forgotten, deleted };
}
