import { type RawBuilder, sql } from "kysely";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type SummaryRow, summariesOf } from "./ticket-summary.ts";

export interface RankedRow extends SummaryRow {
  rank: number;
}

interface Source {
  /** `with` clause in front of the statement, if any. */
  with?: RawBuilder<unknown>;
  /** A relation `t` with the ids and newest changes of tickets, and a column `rank`. */
  from: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
}

/** Above every rank. */
const topRank = 2_000_000;

/** Tickets by rank, the highest first, and by newest change within a rank. */
export async function listRanked(
  tx: TenantTransaction,
  source: Source,
  { before, limit }: { before: PageCursor | undefined; limit: number },
): Promise<RankedRow[]> {
  // The cursor of another order starts at the top.
  const rest = before
    ? sql`and (t.rank, t.updated_at, t.id) < (${before.rank ?? topRank}::int, ${before.updatedAt}::timestamptz, ${before.id}::uuid)`
    : sql``;
  const order = sql`order by t.rank desc, t.updated_at desc, t.id desc`;
  // Sorted with few columns; the other columns are read only for the tickets of the page.
  const ids = sql`select t.id, t.rank from ${source.from} where ${source.where} ${rest} ${order} limit ${limit}`;
  const page = sql`(select had.*, ids.rank from (${ids}) ids cross join lateral (select * from tickets where id = ids.id offset 0) had)`;
  const summaries = summariesOf<RankedRow>(page, sql`t.rank`);
  return tx.all(sql<RankedRow>`${source.with ?? sql``}${summaries} ${order}`);
}

export function placeOfRank(row: RankedRow | undefined): PageCursor | undefined {
  return row && { updatedAt: row.updated_text, id: row.id, rank: row.rank };
}
