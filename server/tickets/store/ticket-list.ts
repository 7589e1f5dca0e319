import type { TicketSummary } from "../../../protocol/admin.ts";
import { maxCounted } from "../../../protocol/ticket-counts.ts";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listRanked, placeOfRank } from "./ranked-tickets.ts";
import { conditionOf, type TicketFilter, type WhereClause } from "./ticket-filter.ts";
import { searchTickets } from "./ticket-search.ts";
import { type SummaryRow, summariesOf, toSummary } from "./ticket-summary.ts";
import { type TicketView, viewConditions } from "./ticket-view.ts";
import { listEarliestFirst } from "./waiting-tickets.ts";

export interface TicketListInput extends TicketFilter {
  /** Order of a list without words to search for; `changed` unless said. */
  sort?: "changed" | "waiting" | "priority" | "due" | undefined;
  /** Whose tickets `mine` means. */
  personId: string;
  limit: number;
  before?: PageCursor;
}

export interface TicketPage {
  tickets: TicketSummary[];
  /** Where the next page begins; undefined when there is none. */
  last: PageCursor | undefined;
}

/** Tickets that a filter lets through: ranked where words are looked for, else in the order that was asked for. */
export async function listTickets(tx: TenantTransaction, input: TicketListInput): Promise<TicketPage> {
  const among = conditionOf(input, input.personId);
  const { query, before, limit } = input;
  if (query && (query.terms.length > 0 || query.words !== ""))
    return searchTickets(tx, among, { query, before, limit });
  if (input.sort === "waiting") return listEarliestFirst(tx, among, { time: "waiting_since", before, limit });
  if (input.sort === "due") return listEarliestFirst(tx, among, { time: "due_at", before, limit });
  if (input.sort === "priority") {
    const all = { from: "(select *, priority as rank from tickets) t", where: among.where };
    const rows = await listRanked(tx, all, { params: among.params, before, limit });
    return { tickets: rows.map(toSummary), last: rows.length === limit ? placeOfRank(rows.at(-1)) : undefined };
  }
  return listNewestFirst(tx, among, { before, limit });
}

async function listNewestFirst(
  tx: TenantTransaction,
  { where, params }: WhereClause,
  { before, limit }: { before: PageCursor | undefined; limit: number },
): Promise<TicketPage> {
  const next = params.length + 1;
  const rest = before ? ` and (t.updated_at, t.id) < ($${next + 1}::timestamptz, $${next + 2}::uuid)` : "";
  const page = `(select * from tickets t where ${where}${rest} order by t.updated_at desc, t.id desc limit $${next})`;
  const { rows } = await tx.query<SummaryRow>(`${summariesOf(page)} order by t.updated_at desc, t.id desc`, [
    ...params,
    limit,
    ...(before ? [before.updatedAt, before.id] : []),
  ]);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { tickets: rows.map(toSummary), last: last && { updatedAt: last.updated_text, id: last.id } };
}

export async function findTicketSummary(tx: TenantTransaction, ticketId: string): Promise<TicketSummary | undefined> {
  const { rows } = await tx.query<SummaryRow>(`${summariesOf("tickets")} where t.id = $1`, [ticketId]);
  return rows[0] && toSummary(rows[0]);
}

/** How many tickets each view holds; `maxCounted` stands for that many or more, so that counting takes no longer as tickets pile up. */
export async function countTickets(tx: TenantTransaction, personId: string): Promise<Record<TicketView, number>> {
  const counts = Object.entries(viewConditions).map(
    ([view, condition]) =>
      `(select count(*)::int from (select 1 from tickets t where ${condition} limit ${maxCounted}) counted) as ${view}`,
  );
  const { rows } = await tx.query<Record<TicketView, number>>(
    `select ${counts.join(", ")} where $1::text is not null`,
    [personId],
  );
  return rows[0] ?? { needs_person: 0, mine: 0, unassigned: 0, assistant: 0, snoozed: 0, resolved: 0, all: 0 };
}

/** When the next ticket comes back from being out of the way; null: none has a time. Nobody is told of it otherwise. */
export async function findNextReturn(tx: TenantTransaction): Promise<Date | null> {
  const { rows } = await tx.query<{ snoozed_until: Date }>(
    `select snoozed_until from tickets
      where snoozed_until is not null and snoozed_until > now() and snoozed_until < 'infinity' order by snoozed_until limit 1`,
  );
  return rows[0]?.snoozed_until ?? null;
}
