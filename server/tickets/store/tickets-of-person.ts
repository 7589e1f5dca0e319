import type { TenantTransaction } from "../../database/transaction.ts";

/** How many tickets a person works on. */
export async function countTicketsOf(tx: TenantTransaction, personId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from tickets
      where assignee is not null and status not in ('resolved', 'closed') and assignee ->> 'id' = $1`,
    [personId],
  );
  return rows[0]?.count ?? 0;
}

/** Ids of some of the tickets that a person works on. */
export async function listTicketsOf(
  tx: TenantTransaction,
  personId: string,
  { limit }: { limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from tickets
      where assignee is not null and status not in ('resolved', 'closed') and assignee ->> 'id' = $1 order by id limit $2`,
    [personId, limit],
  );
  return rows.map((row) => row.id);
}
