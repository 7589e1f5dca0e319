import { sql } from "kysely";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** The pages on which the newest `limit` tickets were opened, newest first; tickets without a page are left out. */
export async function listRecentPages(
  tx: TenantTransaction,
  limit: number,
): Promise<{ url: string; createdAt: Date }[]> {
  const rows = await tx.all(
    query
      .selectFrom("tickets")
      .select([sql<string | null>`page ->> 'url'`.as("url"), "created_at as createdAt"])
      .orderBy("id", "desc")
      .limit(limit),
  );
  return rows.flatMap(({ url, createdAt }) => (url === null ? [] : [{ url, createdAt }]));
}
