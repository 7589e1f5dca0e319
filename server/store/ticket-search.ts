import type { TicketPlace } from "./list-place.ts";
import type { TicketPage } from "./ticket-list.ts";
import { type SummaryRow, summariesOf, toSummary } from "./ticket-summary.ts";
import type { TenantTransaction } from "./transaction.ts";

/** Tickets that one statement looks through: some thousand messages, which take 20 to 50 ms. */
const windowTickets = 500;
/** After this time a search gives what it has found, in ms: a word that nobody wrote would otherwise be looked for in every message. */
const searchMs = 1_000;
/** Most tickets that are found by a number or an address and come first. */
const maxExact = 10;

/** The tickets in question, as a condition on `t` with its parameters from `$1` on. */
export interface Among {
  where: string;
  params: unknown[];
}

/** In front of every ticket: where looking begins when the first page held only what was meant by number or address. */
const beginning: TicketPlace = { updatedAt: "9999-12-31T00:00:00Z", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/**
 * Tickets whose subject, number, visitor or messages hold the words, newest change first. What is meant by number, or by the visitor's
 * e-mail or id, makes the first page by itself. Then the tickets are looked through from the newest on, a window at a time, until there
 * are enough or {@link searchMs} have passed: then the page says where the next one goes on.
 */
export async function searchTickets(
  tx: TenantTransaction,
  among: Among,
  { q, before, limit }: { q: string; before: TicketPlace | undefined; limit: number },
): Promise<TicketPage> {
  const exact = await findExactly(tx, among, { q, limit: Math.min(maxExact, limit) });
  if (!before && exact.length > 0)
    return { tickets: exact.map(toSummary), last: q.startsWith("#") ? undefined : beginning };
  const shown = exact.map(({ id }) => id);
  const found: SummaryRow[] = [];
  const until = performance.now() + searchMs;
  for (let from = before; ; ) {
    const to = await findWindowEnd(tx, among, from);
    const wanted = limit - found.length;
    const rows = await searchWindow(tx, among, { q, from, to, shown, limit: wanted });
    found.push(...rows);
    const last = rows.at(-1);
    if (last && rows.length === wanted)
      return { tickets: found.map(toSummary), last: { updatedAt: last.updated_text, id: last.id } };
    if (!to || performance.now() > until) return { tickets: found.map(toSummary), last: to };
    from = to;
  }
}

/** Whoever types a number or an address means one ticket or one visitor. Indexes know those; `offset 0` as below. */
async function findExactly(
  tx: TenantTransaction,
  { where, params }: Among,
  { q, limit }: { q: string; limit: number },
): Promise<SummaryRow[]> {
  const number = /^#?(\d{1,9})$/.exec(q)?.[1] ?? null;
  const next = params.length + 1;
  const { rows } = await tx.query<SummaryRow>(
    `${summariesOf("tickets")} where ${where} and t.id = any(array(
         select id from tickets where number = $${next}
         union
         select had.id from (
           select id from visitors where email = any(array[$${next + 1}, lower($${next + 1})])
           union
           select id from visitors where external_id = $${next + 1}
         ) asked cross join lateral (select id from tickets where visitor_id = asked.id offset 0) had
       )) order by t.updated_at desc, t.id desc limit $${next + 2}`,
    [...params, number, q, limit],
  );
  return rows;
}

/** The last ticket of the next window; undefined when fewer than a window are left. */
async function findWindowEnd(
  tx: TenantTransaction,
  { where, params }: Among,
  from: TicketPlace | undefined,
): Promise<TicketPlace | undefined> {
  const place = range(params.length + 1, { from });
  const { rows } = await tx.query<{ updated_text: string; id: string }>(
    `select t.updated_at::text as updated_text, t.id from tickets t
      where ${where}${place.sql} order by t.updated_at desc, t.id desc offset ${windowTickets - 1} limit 1`,
    [...params, ...place.params],
  );
  return rows[0] && { updatedAt: rows[0].updated_text, id: rows[0].id };
}

interface Window {
  q: string;
  from: TicketPlace | undefined;
  to: TicketPlace | undefined;
  /** Tickets of the first page. */
  shown: string[];
  limit: number;
}

/** `offset 0` makes each look-up one into an index, ticket by ticket: the planner might read whole tables for it. */
async function searchWindow(
  tx: TenantTransaction,
  { where, params }: Among,
  { q, from, to, shown, limit }: Window,
): Promise<SummaryRow[]> {
  const [text, number, known, count] = [1, 2, 3, 4].map((n) => `$${params.length + n}`);
  const place = range(params.length + 5, { from, to });
  const page = `(select * from tickets t
      where ${where}${place.sql} and t.id <> all(${known}::uuid[])
        and (t.subject ilike ${text} or t.number::text = ${number}
             or exists (select 1 from visitors v where v.tenant_id = t.tenant_id and v.id = t.visitor_id
                          and (v.name ilike ${text} or v.email ilike ${text}) offset 0)
             or exists (select 1 from messages m where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.content ilike ${text} offset 0))
      order by t.updated_at desc, t.id desc limit ${count})`;
  const { rows } = await tx.query<SummaryRow>(`${summariesOf(page)} order by t.updated_at desc, t.id desc`, [
    ...params,
    `%${q.replace(/[\\%_]/g, "\\$&")}%`,
    q.replace(/^#/, ""),
    shown,
    limit,
    ...place.params,
  ]);
  return rows;
}

/** Tickets behind `from`, up to and with `to`. */
function range(
  next: number,
  { from, to }: { from?: TicketPlace | undefined; to?: TicketPlace | undefined },
): { sql: string; params: string[] } {
  const params: string[] = [];
  const bound = (comparison: string, place: TicketPlace | undefined) => {
    if (!place) return "";
    params.push(place.updatedAt, place.id);
    const at = next + params.length - 2;
    return ` and (t.updated_at, t.id) ${comparison} ($${at}::timestamptz, $${at + 1}::uuid)`;
  };
  return { sql: bound("<", from) + bound(">=", to), params };
}
