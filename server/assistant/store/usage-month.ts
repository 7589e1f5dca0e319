import { firstIdOf } from "../../database/first-id.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A tenant's usage in a period that analytics do not count, and its current storage. */
export interface UsageSumsOfMonth {
  turns: number;
  model_calls: number;
  unpriced_calls: number;
  tokens: number;
  cost_micros: number;
  document_bytes: number;
  attachment_bytes: number;
}

/** @param span days (UTC) as `YYYY-MM-DD`; the last day is excluded. */
export async function readUsageOfMonth(
  tx: TenantTransaction,
  { from, until }: { from: string; until: string },
): Promise<UsageSumsOfMonth> {
  const { rows } = await tx.query<UsageSumsOfMonth>(
    // Ids are ordered by time, so a month of turns is a range of the primary key.
    `select (select count(*)::int from turns where id >= $3 and id < $4 and kind = 'visitor') as turns,
            used.*, (select coalesce(sum(byte_size), 0)::float8 from document_versions) as document_bytes,
            (select coalesce(sum(byte_size), 0)::float8 from attachments) as attachment_bytes
       from (select coalesce(sum(calls), 0)::int as model_calls, coalesce(sum(unpriced_calls), 0)::int as unpriced_calls,
                    coalesce(sum(tokens), 0)::float8 as tokens, coalesce(sum(cost_micros), 0)::float8 as cost_micros
               from usage_days where day >= $1::date and day < $2::date) used`,
    [from, until, firstIdOf(new Date(from)), firstIdOf(new Date(until))],
  );
  const row = rows[0];
  if (!row) throw new Error("an aggregate without a row");
  return row;
}
