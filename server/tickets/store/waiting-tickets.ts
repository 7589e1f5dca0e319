import { type RawBuilder, sql } from "kysely";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { WhereClause } from "./ticket-filter.ts";
import type { TicketPage } from "./ticket-list.ts";
import { type SummaryRow, summariesOf, toSummary } from "./ticket-summary.ts";

/** A time that some tickets have: the start of the visitor's wait, or the due time. */
export type FirstTime = "waiting_since" | "due_at";

/** Tickets that have the time, the earliest first; then the others, newest change first. */
export async function listEarliestFirst(
  tx: TenantTransaction,
  among: WhereClause,
  { time, before, limit }: { time: FirstTime; before: PageCursor | undefined; limit: number },
): Promise<TicketPage> {
  const column = sql.ref(`t.${time}`);
  const isPast = before !== undefined && !before.isWaiting;
  const waiting = isPast
    ? []
    : await readPart(tx, among, {
        part: sql`t.message_count > 0 and ${column} is not null`,
        order: sql`${column}, t.id`,
        beyond: before && sql`(${column}, t.id) > ${placeAt(before)}`,
        limit,
      });
  const left = limit - waiting.length;
  const others =
    left === 0
      ? []
      : await readPart(tx, among, {
          part: sql`${column} is null`,
          order: sql`t.updated_at desc, t.id desc`,
          beyond: isPast ? sql`(t.updated_at, t.id) < ${placeAt(before)}` : undefined,
          limit: left,
        });
  const rows = [...waiting, ...others];
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { tickets: rows.map(toSummary), last: last && placeOf(last, time) };
}

const placeAt = ({ updatedAt, id }: PageCursor) => sql`(${updatedAt}::timestamptz, ${id}::uuid)`;

interface Part {
  part: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
  /** Only rows after the end of the previous page. */
  beyond: RawBuilder<boolean> | undefined;
  limit: number;
}

function readPart(
  tx: TenantTransaction,
  { view, rest }: WhereClause,
  { part, order, beyond = sql`true`, limit }: Part,
): Promise<SummaryRow[]> {
  const page = sql`(
    select * from tickets t where ${view} and ${rest} and ${part} and ${beyond} order by ${order} limit ${limit})`;
  return tx.all(sql<SummaryRow>`${summariesOf(page)} order by ${order}`);
}

function placeOf({ id, updated_text, waiting_text, due_text }: SummaryRow, time: FirstTime): PageCursor {
  const text = time === "due_at" ? due_text : waiting_text;
  return text === null ? { updatedAt: updated_text, id } : { updatedAt: text, id, isWaiting: true };
}
