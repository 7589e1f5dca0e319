import { sql } from "kysely";
import type { TicketSummary } from "../../../protocol/admin.ts";
import { maxCounted } from "../../../protocol/ticket-counts.ts";
import type { PageCursor } from "../../database/list-place.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listRanked, placeOfRank } from "./ranked-tickets.ts";
import { conditionOf, type TicketFilter, type WhereClause } from "./ticket-filter.ts";
import { searchTickets } from "./ticket-search.ts";
import { type SummaryRow, summariesOf, toSummary } from "./ticket-summary.ts";
import { type TicketView, viewConditions } from "./ticket-view.ts";
import { listEarliestFirst } from "./waiting-tickets.ts";

export interface TicketListInput extends TicketFilter {
  /** Order of a list without a search; by default `changed`. */
  sort?: "changed" | "waiting" | "priority" | "due" | undefined;
  /** The person of `mine`. */
  personId: string;
  limit: number;
  before?: PageCursor;
}

export interface TicketPage {
  tickets: TicketSummary[];
  /** Start of the next page; undefined when there is none. */
  last: PageCursor | undefined;
}

/** Tickets that match a filter: ranked for a search, otherwise in the requested order. */
export async function listTickets(tx: TenantTransaction, input: TicketListInput): Promise<TicketPage> {
  const among = conditionOf(input, input.personId);
  const { query: search, before, limit } = input;
  if (search && (search.terms.length > 0 || search.words !== ""))
    return searchTickets(tx, among, { query: search, before, limit });
  if (input.sort === "waiting") return listEarliestFirst(tx, among, { time: "waiting_since", before, limit });
  if (input.sort === "due") return listEarliestFirst(tx, among, { time: "due_at", before, limit });
  if (input.sort === "priority") {
    const from = sql`(select *, priority as rank from tickets) t`;
    const rows = await listRanked(tx, { from, where: sql`${among.view} and ${among.rest}` }, { before, limit });
    return { tickets: rows.map(toSummary), last: rows.length === limit ? placeOfRank(rows.at(-1)) : undefined };
  }
  return listNewestFirst(tx, among, { before, limit });
}

async function listNewestFirst(
  tx: TenantTransaction,
  { view, rest }: WhereClause,
  { before, limit }: { before: PageCursor | undefined; limit: number },
): Promise<TicketPage> {
  const beyond = before
    ? sql`(t.updated_at, t.id) < (${before.updatedAt}::timestamptz, ${before.id}::uuid)`
    : sql`true`;
  const order = sql`order by t.updated_at desc, t.id desc`;
  const page = sql`(select * from tickets t where ${view} and ${rest} and ${beyond} ${order} limit ${limit})`;
  const rows = await tx.all(sql<SummaryRow>`${summariesOf(page)} ${order}`);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { tickets: rows.map(toSummary), last: last && { updatedAt: last.updated_text, id: last.id } };
}

export async function findTicketSummary(tx: TenantTransaction, ticketId: string): Promise<TicketSummary | undefined> {
  const row = await tx.first(sql<SummaryRow>`${summariesOf(sql`tickets`)} where t.id = ${ticketId}`);
  return row && toSummary(row);
}

/** How many tickets each view has; `maxCounted` means that many or more, so that the time to count has a limit. */
export async function countTickets(tx: TenantTransaction, personId: string): Promise<Record<TicketView, number>> {
  const counts = Object.entries(viewConditions(personId)).map(
    ([view, condition]) =>
      sql`(select count(*)::int from (select 1 from tickets t where ${condition} limit ${sql.lit(maxCounted)}) counted) as ${sql.ref(view)}`,
  );
  const row = await tx.first(sql<Record<TicketView, number>>`select ${sql.join(counts)}`);
  return (
    row ?? {
      needs_person: 0,
      mine: 0,
      unassigned: 0,
      pending_visitor: 0,
      assistant: 0,
      reported: 0,
      snoozed: 0,
      resolved: 0,
      all: 0,
    }
  );
}

/** When the next snoozed ticket returns; null when none has a time. No event announces it. */
export async function findNextReturn(tx: TenantTransaction): Promise<Date | null> {
  const row = await tx.first(
    query
      .selectFrom("tickets")
      .select("snoozed_until")
      .where("snoozed_until", "is not", null)
      .where("snoozed_until", ">", now)
      .where("snoozed_until", "<", sql<Date>`'infinity'`)
      .orderBy("snoozed_until")
      .limit(1),
  );
  return row?.snoozed_until ?? null;
}
