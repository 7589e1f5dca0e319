import type { TenantTransaction } from "../../database/transaction.ts";

/** The pages on which the last so many tickets were opened, newest first; tickets of no page are left out. */
export async function listRecentPages(
  tx: TenantTransaction,
  limit: number,
): Promise<{ url: string; createdAt: Date }[]> {
  const { rows } = await tx.query<{ url: string; created_at: Date }>(
    `select t.page ->> 'url' as url, t.created_at
       from (select id, page, created_at from tickets order by id desc limit $1) t
      where t.page ->> 'url' is not null order by t.id desc`,
    [limit],
  );
  return rows.map(({ url, created_at: createdAt }) => ({ url, createdAt }));
}
