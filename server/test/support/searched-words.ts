import { readSearchQuery } from "../../assistant/store/search-query.ts";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listTickets } from "../../tickets/store/ticket-list.ts";

export interface Searched {
  word: string;
  /** Ids of tickets, over all pages. */
  found: string[];
  expected: string[];
}

/**
 * Searches for a word of most tickets, with and without a view, and for a rare word. Returns the found tickets and those of a plain
 * statement.
 */
export async function searchWords(tx: TenantTransaction): Promise<Searched[]> {
  const asked = [
    { word: "refund", view: "all" },
    { word: "refund", view: "resolved" },
    { word: await rareWord(tx), view: "all" },
  ] as const;
  const all: Searched[] = [];
  for (const { word, view } of asked) {
    const query = readSearchQuery(`${word} `);
    const found: string[] = [];
    for (let before: PageCursor | undefined, isFirst = true; isFirst || before; isFirst = false) {
      const page = await listTickets(tx, { view, personId: "person-1", limit: 40, query, ...(before && { before }) });
      found.push(...page.tickets.map(({ id }) => id));
      before = page.last;
    }
    const { rows } = await tx.query<{ id: string }>(plainSearch, [query.terms[0]?.forms, word, view === "resolved"]);
    all.push({ word: `${word} in ${view}`, found, expected: rows.map(({ id }) => id) });
  }
  return all;
}

const plainSearch = `
  select t.id from tickets t join (
    select ticket_id, max(weight * case when term = any($1::text[]) then 2 else 1 end) as rank from ticket_terms
     where term = any($1::text[]) or (starts_with(term, $2) and length(term) <= length($2) + 2) group by ticket_id
  ) held on held.ticket_id = t.id
   where t.message_count > 0 and (not $3 or t.status in ('resolved', 'closed')) order by rank desc, t.updated_at desc, t.id desc`;

async function rareWord(tx: TenantTransaction): Promise<string> {
  const { rows } = await tx.query<{ term: string }>(
    "select term from ticket_terms where length(term) > 8 group by term having count(*) between 5 and 20 order by count(*) desc, term limit 1",
  );
  return rows[0]?.term ?? "";
}
