import { type RawBuilder, sql } from "kysely";
import type { TicketSummary } from "../../../protocol/admin.ts";
import { plainLine } from "../../../ui/markdown/plain-text.ts";
import type { SearchQuery } from "../../assistant/store/search-query.ts";
import { markText, type Segment, snippetOf } from "../../core/text/search-marks.ts";
import type { SearchTerm } from "../../core/text/search-words.ts";
import type { PageCursor } from "../../database/list-place.ts";
import { anyOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listRanked, placeOfRank } from "./ranked-tickets.ts";
import { beginsWith, type WhereClause } from "./ticket-filter.ts";
import type { TicketPage } from "./ticket-list.ts";
import { toSummary } from "./ticket-summary.ts";

/**
 * Compiling the statement takes longer than running it, and the number of rows of a word cannot be estimated. A sequential scan compares the
 * tenant in each row; an index does so once.
 */
const planning = sql`select set_config('jit', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true)`;
/** A ticket found by its number or the visitor's address comes before all others. */
const exactRank = 1_000;
/** The most entries that are read of a word's beginning: a common one says little, and is usually still being typed. */
const maxBegunRows = 20_000;
/** Looking up a ticket by its id takes as long as reading this many entries of an index. */
const readsForLookUp = 8;
/** Weight of a word in the visitor's name or address; those of words in tickets are in `ticket_terms.weight`. */
const visitorWeight = 5;

/**
 * Tickets that contain every word, in any order and place: messages, subject, rephrased question, file names, and the visitor's name,
 * address and id. A match by number, e-mail address or visitor id comes first; then words in the more important places, and in the typed
 * form; then the newest change.
 */
export async function searchTickets(
  tx: TenantTransaction,
  among: WhereClause,
  { query, before, limit }: { query: SearchQuery; before: PageCursor | undefined; limit: number },
): Promise<TicketPage> {
  const isNumberOnly = query.words.startsWith("#") && query.number !== null;
  const source = {
    with: foundBy(query, isNumberOnly ? [] : query.terms),
    from: foundAmong(among),
    where: sql<boolean>`true`,
  };
  // Sent together.
  const [, rows] = await Promise.all([tx.run(planning), listRanked(tx, source, { before, limit })]);
  const tickets = await withMatches(tx, rows.map(toSummary), query);
  return { tickets, last: rows.length === limit ? placeOfRank(rows.at(-1)) : undefined };
}

/** The `with` clause that ends with the relation `found` of ticket ids and ranks. */
function foundBy(query: SearchQuery, terms: readonly SearchTerm[]): RawBuilder<unknown> {
  const names = terms.map((_, index) => sql.table(`term_${index}`));
  const parts = terms.map((term, index) => sql`${names[index]} as materialized (${ticketsOfTerm(term)})`);
  parts.push(sql`exact as materialized (${exactly(query)})`);
  const rank = sql.join(
    names.map((name) => sql`${name}.weight`),
    sql` + `,
  );
  const joined = sql.join(
    names.map((name, index) => (index === 0 ? name : sql`join ${name} using (ticket_id)`)),
    sql` `,
  );
  const ranked =
    terms.length > 0
      ? sql`union all select ticket_id, (${rank})::int from ${joined} where ticket_id not in (select ticket_id from exact)`
      : sql``;
  return sql`with ${sql.join(parts)}, found as materialized (select ticket_id, rank from exact ${ranked}) `;
}

/**
 * The found tickets that meet the conditions. A few are looked up one by one. For a word that a large part of all tickets contains, the
 * view's index is read completely instead, mostly without the tickets themselves (a tenant's first ticket is 1000). Its full join forces a
 * hash join, regardless of the planner's estimate.
 */
function foundAmong({ view, rest }: WhereClause): RawBuilder<unknown> {
  const isMuch = sql`(select count(*) * ${sql.lit(readsForLookUp)} > (select next_ticket_number - 1000 from tenants limit 1) from found)`;
  return sql`(
    select t.id, t.updated_at, t.rank from (
      select had.*, found.rank from found cross join lateral (select * from tickets where id = found.ticket_id offset 0) had
    ) t where not ${isMuch} and ${view} and ${rest}
    union all
    select t.id, t.updated_at, t.rank from (
      select had.*, found.rank from (select * from tickets t where ${view}) had full join found on found.ticket_id = had.id offset 0
    ) t where ${isMuch} and t.id is not null and t.rank is not null and ${rest}
  ) t`;
}

/** The tickets that contain a word, with its weight. `offset 0` forces look-ups in an index, regardless of the planner's estimate. */
function ticketsOfTerm({ forms, beginning, more }: SearchTerm): RawBuilder<unknown> {
  const exact = sql`term = ${anyOf(forms, "text")}`;
  const branches = branchesOf({ place: exact, factor: 2, most: sql`` });
  if (beginning !== null) {
    // Without the entries of the exact forms, which are mostly the same tickets.
    const place = sql`${beginsWith(beginning)} and length(term) <= ${beginning.length + more}::int and not ${exact}`;
    branches.push(...branchesOf({ place, factor: 1, most: sql`limit ${sql.lit(maxBegunRows)}` }));
  }
  return sql`select ticket_id, max(weight) as weight from (${sql.join(branches, sql` union all `)}) held group by ticket_id`;
}

function branchesOf({
  place,
  factor,
  most,
}: {
  place: RawBuilder<unknown>;
  factor: number;
  most: RawBuilder<unknown>;
}) {
  return [
    sql`(select ticket_id, weight * ${sql.lit(factor)} as weight from ticket_terms where ${place} ${most})`,
    sql`select had.id, ${sql.lit(visitorWeight * factor)} from (select visitor_id from visitor_terms where ${place} ${most}) named
          cross join lateral (select id from tickets where visitor_id = named.visitor_id offset 0) had`,
  ];
}

/** A number or an address means one ticket or one visitor. */
function exactly({ words, number }: SearchQuery): RawBuilder<unknown> {
  const rank = sql.lit(exactRank);
  return sql`select id as ticket_id, ${rank} as rank from tickets where number = ${number}::int
    union
    select had.id, ${rank} from (
      select id from visitors where email = any(array[${words}::text, lower(${words}::text)])
      union
      select id from visitors where external_id = ${words}
    ) asked cross join lateral (select id from tickets where visitor_id = asked.id offset 0) had`;
}

/** Adds the matches to show. Texts are read for the tickets of one page only. */
async function withMatches(
  tx: TenantTransaction,
  tickets: TicketSummary[],
  { terms }: SearchQuery,
): Promise<TicketSummary[]> {
  if (terms.length === 0 || tickets.length === 0) return tickets;
  const texts = await listTexts(tx, { ids: tickets.map(({ id }) => id), terms });
  return tickets.map((ticket) => {
    const text = texts.get(ticket.id);
    const file = text?.file ? markText(text.file, terms) : null;
    const snippet = text?.content ? snippetIn(text.content, terms) : null;
    const found: { source: "message" | "file" | null; snippet: Segment[] | null } = snippet
      ? { source: "message", snippet }
      : { source: file ? "file" : null, snippet: file };
    const mark = (part: string | null) => (part ? markText(part, terms) : null);
    const title = mark(ticket.subject);
    const name = mark(ticket.visitor.name ?? ticket.visitor.email);
    return { ...ticket, match: { ...found, title, name } };
  });
}

/** The best part of a message without Markdown; with it only if the words are in an address that the page does not show. */
function snippetIn(content: string, terms: readonly SearchTerm[]): Segment[] | null {
  return snippetOf(plainLine(content), terms) ?? snippetOf(content, terms);
}

interface FoundText {
  id: string;
  content: string | null;
  file: string | null;
}

/** Of each ticket, the message with most of the words (the newest of equals), and a file with a word in its name. */
async function listTexts(
  tx: TenantTransaction,
  { ids, terms }: { ids: string[]; terms: readonly SearchTerm[] },
): Promise<Map<string, FoundText>> {
  const patterns = terms.map((term) => `%${commonBeginning(term).replace(/[\\%_]/g, "\\$&")}%`);
  const rows = await tx.all(sql<FoundText>`
    select asked.id, said.content, sent.name as file
      from unnest(${ids}::uuid[]) asked(id)
      left join lateral (
        select left(content, 20000) as content from (
          select content, sequence, (select count(*) from unnest(${patterns}::text[]) pattern where m.content ilike pattern) as hits
            from messages m where m.ticket_id = asked.id offset 0
        ) counted where hits > 0 order by hits desc, sequence desc limit 1
      ) said on true
      left join lateral (
        select name from attachments a
         where a.ticket_id = asked.id and a.message_id is not null and a.name ilike ${anyOf(patterns, "text")} limit 1
      ) sent on true`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The shared beginning of all forms of a word: at least three letters, or the word itself. */
function commonBeginning({ forms, beginning }: SearchTerm): string {
  const [word = ""] = forms;
  let shared = beginning ?? word;
  for (const form of forms.slice(0, 6)) {
    let at = 0;
    while (at < shared.length && shared[at] === form[at]) at += 1;
    if (at >= Math.min(3, word.length)) shared = shared.slice(0, at);
  }
  return shared;
}
