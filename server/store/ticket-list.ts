import type { z } from "zod";
import type { TicketSummary, ticketViewSchema } from "../../protocol/admin.ts";
import type { TicketStatus } from "../../protocol/messages.ts";
import { maxCounted } from "../../protocol/ticket-counts.ts";
import type { TicketPlace } from "./list-place.ts";
import { searchTickets } from "./ticket-search.ts";
import { type SummaryRow, summariesOf, toSummary } from "./ticket-summary.ts";
import type { TenantTransaction } from "./transaction.ts";
import { listWaitingFirst } from "./waiting-tickets.ts";

export type TicketView = z.infer<typeof ticketViewSchema>;

export interface TicketListInput {
  view?: TicketView;
  status?: TicketStatus;
  q?: string;
  /** Order of a list without a search; `changed` unless said. */
  sort?: "changed" | "waiting";
  /** Whose tickets `mine` means. */
  personId: string;
  limit: number;
  before?: TicketPlace;
}

export interface TicketPage {
  tickets: TicketSummary[];
  /** Where the next page begins; undefined when there is none. */
  last: TicketPlace | undefined;
}

/**
 * Each view as a fixed piece of SQL, word for word the condition of an index in db/always/indexes.sql; `$1` is the person. Tickets
 * without a visitor's message are not listed.
 */
const viewConditions: Record<TicketView, string> = {
  needs_person: "t.message_count > 0 and t.status in ('pending_human', 'in_progress')",
  mine: "t.message_count > 0 and t.assignee is not null and t.status not in ('resolved', 'closed') and t.assignee ->> 'id' = $1",
  unassigned: "t.message_count > 0 and t.status = 'pending_human' and t.assignee is null",
  assistant: "t.message_count > 0 and t.owner = 'assistant' and t.status = 'open'",
  resolved: "t.message_count > 0 and t.status in ('resolved', 'closed')",
  all: "t.message_count > 0",
};

/**
 * Tickets of a view, in the order that was asked for. A search may return fewer than `limit`, or none, and still name a next page: it has looked
 * at a part of the tickets by then (see {@link searchTickets}).
 */
export async function listTickets(tx: TenantTransaction, input: TicketListInput): Promise<TicketPage> {
  const params: unknown[] = [input.personId, input.status ?? null];
  // Both are compared once, before any row is read.
  const where = `($1::text is not null) and ${viewConditions[input.view ?? "all"]} and ($2::text is null or t.status = $2)`;
  const { q, before, limit } = input;
  if (q) return searchTickets(tx, { where, params }, { q, before, limit });
  if (input.sort === "waiting") return listWaitingFirst(tx, { where, params }, { before, limit });
  const rest = before ? " and (t.updated_at, t.id) < ($4::timestamptz, $5::uuid)" : "";
  const page = `(select * from tickets t where ${where}${rest} order by t.updated_at desc, t.id desc limit $3)`;
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
  return rows[0] ?? { needs_person: 0, mine: 0, unassigned: 0, assistant: 0, resolved: 0, all: 0 };
}
