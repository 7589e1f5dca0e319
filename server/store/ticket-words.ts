import { searchWords } from "../text/search-words.ts";
import type { TenantTransaction } from "./transaction.ts";

/** Where a word stands, by how much that says about the ticket. */
export const wordWeights = { message: 1, file: 2, question: 2, subject: 3 } as const;

/** Words of one ticket and the greatest of their weights. */
export class TicketWords {
  readonly #weights = new Map<string, number>();

  add(text: string, weight: number): this {
    for (const word of searchWords(text, { keepsGrammar: weight > wordWeights.message }))
      this.#weights.set(word, Math.max(weight, this.#weights.get(word) ?? 0));
    return this;
  }

  /** Both in the order of the words, so that two transactions never wait for each other. */
  toArrays(): [words: string[], weights: number[]] {
    const sorted = [...this.#weights].sort(([one], [other]) => (one < other ? -1 : 1));
    return [sorted.map(([word]) => word), sorted.map(([, weight]) => weight)];
  }
}

/** Adds words of a ticket; a word keeps its greatest weight. For a statement that has the tenant, the ticket and both arrays at hand. */
export function insertWordsSql(from: string): string {
  return `insert into ticket_words (tenant_id, ticket_id, word, weight) ${from}
    on conflict (tenant_id, word, ticket_id) do update set weight = excluded.weight where ticket_words.weight < excluded.weight`;
}

export async function insertTicketWords(tx: TenantTransaction, ticketId: string, words: TicketWords): Promise<void> {
  await tx.query(insertWordsSql("select $1::uuid, $2::uuid, * from unnest($3::text[], $4::smallint[])"), [
    tx.tenantId,
    ticketId,
    ...words.toArrays(),
  ]);
}

interface Profile {
  id: string;
  name: string | null;
  email: string | null;
  external_id: string | null;
}

/** Gives visitors the words of what is known about them now, those of the ids whose words are not that. */
export async function wordVisitors(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<Profile>(
    "select id, name, email, external_id from visitors where id = any($1::uuid[]) and not worded order by id for update",
    [ids],
  );
  if (rows.length === 0) return;
  const pairs = rows.flatMap(({ id, name, email, external_id }) =>
    [...searchWords([name, email, external_id].filter(Boolean).join(" \n"), { keepsGrammar: true })].map((word) => ({
      id,
      word,
    })),
  );
  const changed = rows.map(({ id }) => id);
  await tx.query("delete from visitor_words where visitor_id = any($1::uuid[])", [changed]);
  await tx.query(
    `insert into visitor_words (tenant_id, visitor_id, word) select $1::uuid, * from unnest($2::uuid[], $3::text[]) on conflict do nothing`,
    [tx.tenantId, pairs.map(({ id }) => id), pairs.map(({ word }) => word)],
  );
  await tx.query("update visitors set worded = true where id = any($1::uuid[])", [changed]);
}
