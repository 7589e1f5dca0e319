import type { TicketPlace } from "./list-place.ts";
import type { Among } from "./ticket-filter.ts";
import type { TicketPage } from "./ticket-list.ts";
import { type SummaryRow, summariesOf, toSummary } from "./ticket-summary.ts";
import type { TenantTransaction } from "./transaction.ts";

/** Tickets whose visitors wait for a person, the longest wait first; behind them the others, newest change first. */
export async function listWaitingFirst(
  tx: TenantTransaction,
  among: Among,
  { before, limit }: { before: TicketPlace | undefined; limit: number },
): Promise<TicketPage> {
  const isPast = before !== undefined && !before.isWaiting;
  const waiting = isPast
    ? []
    : await readPart(tx, among, {
        part: "t.message_count > 0 and t.waiting_since is not null",
        order: "t.waiting_since, t.id",
        beyond: before && "(t.waiting_since, t.id) >",
        before,
        limit,
      });
  const left = limit - waiting.length;
  const after = isPast ? before : undefined;
  const others =
    left === 0
      ? []
      : await readPart(tx, among, {
          part: "t.waiting_since is null",
          order: "t.updated_at desc, t.id desc",
          beyond: after && "(t.updated_at, t.id) <",
          before: after,
          limit: left,
        });
  const rows = [...waiting, ...others];
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { tickets: rows.map(toSummary), last: last && placeOf(last) };
}

interface Part {
  part: string;
  order: string;
  /** Comparison with the place that the page before ended at, if there was one. */
  beyond: string | undefined;
  before: TicketPlace | undefined;
  limit: number;
}

async function readPart(
  tx: TenantTransaction,
  { where, params }: Among,
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

function placeOf({ id, updated_text, waiting_text }: SummaryRow): TicketPlace {
  return waiting_text === null ? { updatedAt: updated_text, id } : { updatedAt: waiting_text, id, isWaiting: true };
}
