import { sql } from "kysely";
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
  // Ids are ordered by time, so a month of turns is a range of the primary key.
  const row = await tx.first(sql<UsageSumsOfMonth>`
    select (select count(*)::int from turns
             where id >= ${firstIdOf(new Date(from))} and id < ${firstIdOf(new Date(until))} and kind = 'visitor') as turns,
           used.*, (select coalesce(sum(byte_size), 0)::float8 from document_versions) as document_bytes,
           (select coalesce(sum(byte_size), 0)::float8 from attachments) as attachment_bytes
      from (select coalesce(sum(calls), 0)::int as model_calls, coalesce(sum(unpriced_calls), 0)::int as unpriced_calls,
                   coalesce(sum(tokens), 0)::float8 as tokens, coalesce(sum(cost_micros), 0)::float8 as cost_micros
              from usage_days where day >= ${from}::date and day < ${until}::date) used`);
  if (!row) throw new Error("an aggregate without a row");
  return row;
}
