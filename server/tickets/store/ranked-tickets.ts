import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type SummaryRow, summariesOf } from "./ticket-summary.ts";

export interface RankedRow extends SummaryRow {
  rank: number;
}

interface Source {
  /** `with` in front of the statement, if any. */
  with?: string;
  /** A relation `t` of tickets' ids and newest changes with a column `rank`. */
  from: string;
  where: string;
}

/** Tickets by their rank, the highest first, and those of one rank by their newest change. */
export async function listRanked(
  tx: TenantTransaction,
  source: Source,
  { params, before, limit }: { params: readonly unknown[]; before: PageCursor | undefined; limit: number },
): Promise<RankedRow[]> {
  const next = params.length + 1;
  const rest = before
    ? ` and (t.rank, t.updated_at, t.id) < ($${next + 1}::int, $${next + 2}::timestamptz, $${next + 3}::uuid)`
    : "";
  const order = "order by t.rank desc, t.updated_at desc, t.id desc";
  // Put in order by little, and looked up as a whole only where they are on the page.
  const ids = `select t.id, t.rank from ${source.from} where ${source.where}${rest} ${order} limit $${next}`;
  const page = `(select had.*, ids.rank from (${ids}) ids cross join lateral (select * from tickets where id = ids.id offset 0) had)`;
  const { rows } = await tx.query<RankedRow>(`${source.with ?? ""}${summariesOf(page, "t.rank")} ${order}`, [
    ...params,
    limit,
    // A place of another order begins at the top.
    ...(before ? [before.rank ?? topRank, before.updatedAt, before.id] : []),
  ]);
  return rows;
}

/** Above every rank there is. */
const topRank = 2_000_000;

export function placeOfRank(row: RankedRow | undefined): PageCursor | undefined {
  return row && { updatedAt: row.updated_text, id: row.id, rank: row.rank };
}
