import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { WhereClause } from "./ticket-filter.ts";
import type { TicketPage } from "./ticket-list.ts";
import { type SummaryRow, summariesOf, toSummary } from "./ticket-summary.ts";

/** A time that some tickets have: since when their visitors wait, or when they are due. */
export type FirstTime = "waiting_since" | "due_at";

/** Tickets that have the time, the earliest first; behind them the others, newest change first. */
export async function listEarliestFirst(
  tx: TenantTransaction,
  among: WhereClause,
  { time, before, limit }: { time: FirstTime; before: PageCursor | undefined; limit: number },
): Promise<TicketPage> {
  const isPast = before !== undefined && !before.isWaiting;
  const waiting = isPast
    ? []
    : await readPart(tx, among, {
        part: `t.message_count > 0 and t.${time} is not null`,
        order: `t.${time}, t.id`,
        beyond: before && `(t.${time}, t.id) >`,
        before,
        limit,
      });
  const left = limit - waiting.length;
  const after = isPast ? before : undefined;
  const others =
    left === 0
      ? []
      : await readPart(tx, among, {
          part: `t.${time} is null`,
          order: "t.updated_at desc, t.id desc",
          beyond: after && "(t.updated_at, t.id) <",
          before: after,
          limit: left,
        });
  const rows = [...waiting, ...others];
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { tickets: rows.map(toSummary), last: last && placeOf(last, time) };
}

interface Part {
  part: string;
  order: string;
  /** Comparison with the place that the page before ended at, if there was one. */
  beyond: string | undefined;
  before: PageCursor | undefined;
  limit: number;
}

async function readPart(
  tx: TenantTransaction,
  { where, params }: WhereClause,
  { part, order, beyond, before, limit }: Part,
): Promise<SummaryRow[]> {
  const next = params.length + 1;
  const rest = beyond ? ` and ${beyond} ($${next + 1}::timestamptz, $${next + 2}::uuid)` : "";
  const page = `(select * from tickets t where ${where} and ${part}${rest} order by ${order} limit $${next})`;
  const { rows } = await tx.query<SummaryRow>(`${summariesOf(page)} order by ${order}`, [
    ...params,
    limit,
    ...(beyond && before ? [before.updatedAt, before.id] : []),
  ]);
  return rows;
}

function placeOf({ id, updated_text, waiting_text, due_text }: SummaryRow, time: FirstTime): PageCursor {
  const text = time === "due_at" ? due_text : waiting_text;
  return text === null ? { updatedAt: updated_text, id } : { updatedAt: text, id, isWaiting: true };
}
