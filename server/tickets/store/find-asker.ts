import type { TenantTransaction } from "../../database/transaction.ts";

interface AskerRow {
  page: { url?: string; title?: string } | null;
  external_id: string | null;
  name: string | null;
  email: string | null;
}

/** Who asks in a ticket, and on which page. */
export interface FoundAsker {
  page?: { url: string; title?: string };
  visitor?: { id?: string; name?: string; email?: string };
}

/** The page that a ticket is on, and its visitor as the tenant's own server has vouched for them; of anybody else nothing is sure. */
export async function findAsker(tx: TenantTransaction, ticketId: string): Promise<FoundAsker> {
  const { rows } = await tx.query<AskerRow>(
    `select t.page, v.external_id, v.name, v.email from tickets t
       join visitors v on v.tenant_id = t.tenant_id and v.id = t.visitor_id
      where t.id = $1`,
    [ticketId],
  );
  const row = rows[0];
  if (!row) return {};
  const { page, external_id: id, name, email } = row;
  const visitor = { ...(id ? { id } : {}), ...(name ? { name } : {}), ...(email ? { email } : {}) };
  return {
    ...(page?.url ? { page: { url: page.url, ...(page.title ? { title: page.title } : {}) } } : {}),
    ...(id ? { visitor } : {}),
  };
}
