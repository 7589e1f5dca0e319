import type { TicketSummary } from "../../../protocol/admin.ts";
import type { SearchQuery } from "../../assistant/store/search-query.ts";
import { markText, type Segment, snippetOf } from "../../core/text/search-marks.ts";
import type { SearchTerm } from "../../core/text/search-words.ts";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listRanked, placeOfRank } from "./ranked-tickets.ts";
import type { WhereClause } from "./ticket-filter.ts";
import type { TicketPage } from "./ticket-list.ts";
import { toSummary } from "./ticket-summary.ts";

/**
 * Compiling the statement takes longer than running it, and nobody knows how many rows a word has. A table read from end to end has the
 * tenant compared in each row; behind an index that is done once.
 */
const planning =
  "select set_config('jit', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true)";
/** A ticket that was meant by number or address comes before all others. */
const exactRank = 1_000;
/** Of a beginning that this many words of tickets have no more are looked at: it says too little, and is mostly still being typed. */
const maxBegunRows = 20_000;
/** A look-up of a ticket by its id takes as long as reading this many entries of an index. */
const readsForLookUp = 8;
/** How much a word says that stands in the visitor's name or address; that of tickets stands in `ticket_terms.weight`. */
const visitorWeight = 5;

/**
 * Tickets that hold every word, in whatever order and wherever: in messages, the subject, the question as understood, files' names,
 * the visitor's name, address and id. What is meant by number, or by the visitor's e-mail or id, comes first; then who has the words in
 * the more telling place, and as they were typed; then the newest change.
 */
export async function searchTickets(
  tx: TenantTransaction,
  among: WhereClause,
  { query, before, limit }: { query: SearchQuery; before: PageCursor | undefined; limit: number },
): Promise<TicketPage> {
  const all = [...among.params];
  const param = (value: unknown) => `$${all.push(value)}`;
  const isNumberOnly = query.words.startsWith("#") && query.number !== null;
  const terms = isNumberOnly ? [] : query.terms;
  const parts = terms.map((term, index) => `term_${index} as materialized (${ticketsOfTerm(term, param)})`);
  parts.push(`exact as materialized (${exactly(query, param)})`);
  const ranks = terms.map((_, index) => `term_${index}.weight`).join(" + ");
  const joins = terms.map((_, index) => `term_${index}`).join(" join ");
  const using = terms.length > 1 ? joins.replace(/join (term_\d+)/g, "join $1 using (ticket_id)") : joins;
  const ranked =
    terms.length > 0
      ? ` union all select ticket_id, (${ranks})::int from ${using} where ticket_id not in (select ticket_id from exact)`
      : "";
  const source = {
    with: `with ${parts.join(", ")}, found as materialized (select ticket_id, rank from exact${ranked}) `,
    from: foundAmong(among),
    where: "true",
  };
  // Not waited for: both leave together.
  const planned = tx.query(planning);
  const listed = listRanked(tx, source, { params: all, before, limit });
  const [, rows] = await Promise.all([planned, listed]);
  const tickets = await withMatches(tx, rows.map(toSummary), query);
  return { tickets, last: rows.length === limit ? placeOfRank(rows.at(-1)) : undefined };
}

/**
 * What was found of the tickets in question. A few are looked up one by one. Of a word that a good part of all tickets has, the view's
 * index is read from one end to the other instead, mostly without the tickets themselves (a tenant's first ticket is 1000). Their join is a full one, which can only be done
 * by hashing, whatever the planner thinks of the number of rows.
 */
function foundAmong({ view, rest }: WhereClause): string {
  const isMuch = `(select count(*) * ${readsForLookUp} > (select next_ticket_number - 1000 from tenants limit 1) from found)`;
  return `(
    select t.id, t.updated_at, t.rank from (
      select had.*, found.rank from found cross join lateral (select * from tickets where id = found.ticket_id offset 0) had
    ) t where not ${isMuch} and ${view} and ${rest}
    union all
    select t.id, t.updated_at, t.rank from (
      select had.*, found.rank from (select * from tickets t where ${view}) had full join found on found.ticket_id = had.id offset 0
    ) t where ${isMuch} and t.id is not null and t.rank is not null and ${rest}
  ) t`;
}

/** Every ticket with one word, and how much that says; `offset 0` makes each look-up one into an index, whatever the planner thinks. */
function ticketsOfTerm({ forms, beginning, more }: SearchTerm, param: (value: unknown) => string): string {
  const exact = `term = any(${param(forms)}::text[])`;
  const places = [exact];
  if (beginning !== null) {
    const from = param(beginning);
    const end = `length(term) <= ${param(beginning.length + more)}::int`;
    // Without those that were found already, mostly the same tickets once more.
    places.push(`term >= ${from} and term < ${from} || chr(1114111) and ${end} and not ${exact}`);
  }
  const branches = places.flatMap((place, index) => {
    const [factor, most] = index === 0 ? [2, ""] : [1, ` limit ${maxBegunRows}`];
    return [
      `(select ticket_id, weight * ${factor} as weight from ticket_terms where ${place}${most})`,
      `select had.id, ${visitorWeight * factor} from (select visitor_id from visitor_terms where ${place}${most}) named
         cross join lateral (select id from tickets where visitor_id = named.visitor_id offset 0) had`,
    ];
  });
  return `select ticket_id, max(weight) as weight from (${branches.join(" union all ")}) held group by ticket_id`;
}

/** Whoever types a number or an address means one ticket or one visitor. */
function exactly({ words, number }: SearchQuery, param: (value: unknown) => string): string {
  const typed = param(words);
  return `select id as ticket_id, ${exactRank} as rank from tickets where number = ${param(number)}::int
    union
    select had.id, ${exactRank} from (
      select id from visitors where email = any(array[${typed}::text, lower(${typed})])
      union
      select id from visitors where external_id = ${typed}
    ) asked cross join lateral (select id from tickets where visitor_id = asked.id offset 0) had`;
}

/** What of each ticket was found, to be shown; its texts are read for the tickets of one page only. */
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
    const snippet = text?.content ? snippetOf(text.content, terms) : null;
    const found: { source: "message" | "file" | null; snippet: Segment[] | null } = snippet
      ? { source: "message", snippet }
      : { source: file ? "file" : null, snippet: file };
    const mark = (part: string | null) => (part ? markText(part, terms) : null);
    const title = mark(ticket.question || ticket.subject);
    const name = mark(ticket.visitor.name ?? ticket.visitor.email);
    return { ...ticket, match: { ...found, title, name } };
  });
}

interface FoundText {
  id: string;
  content: string | null;
  file: string | null;
}

/** Of each ticket the message with most of the words, the newest of equals, and a file whose name has one. */
async function listTexts(
  tx: TenantTransaction,
  { ids, terms }: { ids: string[]; terms: readonly SearchTerm[] },
): Promise<Map<string, FoundText>> {
  const patterns = terms.map((term) => `%${commonBeginning(term).replace(/[\\%_]/g, "\\$&")}%`);
  const { rows } = await tx.query<FoundText>(
    `select asked.id, said.content, sent.name as file
       from unnest($1::uuid[]) asked(id)
       left join lateral (
         select left(content, 20000) as content from (
           select content, sequence, (select count(*) from unnest($2::text[]) pattern where m.content ilike pattern) as hits
             from messages m where m.ticket_id = asked.id offset 0
         ) counted where hits > 0 order by hits desc, sequence desc limit 1
       ) said on true
       left join lateral (
         select name from attachments a where a.ticket_id = asked.id and a.message_id is not null and a.name ilike any($2::text[]) limit 1
       ) sent on true`,
    [ids, patterns],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What all forms of a word begin with; at least one letter, or the word itself. */
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
