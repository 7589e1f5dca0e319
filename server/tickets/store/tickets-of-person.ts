import { sql } from "kysely";
import { countAll, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** The open tickets that a person works on. */
const ticketsOf = (personId: string) =>
  query
    .selectFrom("tickets")
    .where("assignee", "is not", null)
    .where("status", "not in", ["resolved", "closed"])
    .where(sql`assignee ->> 'id'`, "=", personId);

export async function countTicketsOf(tx: TenantTransaction, personId: string): Promise<number> {
  return (await tx.first(ticketsOf(personId).select(countAll.as("count"))))?.count ?? 0;
}

/** Ids of at most `limit` of the tickets. */
export async function listTicketsOf(
  tx: TenantTransaction,
  personId: string,
  { limit }: { limit: number },
): Promise<string[]> {
  const rows = await tx.all(ticketsOf(personId).select("id").orderBy("id").limit(limit));
  return rows.map(({ id }) => id);
}
