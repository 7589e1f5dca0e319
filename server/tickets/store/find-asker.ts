import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { TicketRow } from "./tickets.ts";

/** The person who asks in a ticket, and the page. */
export interface FoundAsker {
  page?: { url: string; title?: string };
  visitor?: { id?: string; name?: string; email?: string };
}

/** The page of a ticket, and its visitor if the tenant's own server has identified them; nothing is certain about other visitors. */
export async function findAsker(tx: TenantTransaction, ticketId: string): Promise<FoundAsker> {
  const row = await tx.first(
    query
      .selectFrom("tickets as t")
      .innerJoin("visitors as v", (join) =>
        join.onRef("v.tenant_id", "=", "t.tenant_id").onRef("v.id", "=", "t.visitor_id"),
      )
      .select(["t.page", "v.external_id", "v.name", "v.email"])
      .where("t.id", "=", ticketId)
      .$narrowType<Pick<TicketRow, "page">>(), // written by tickets.ts only
  );
  if (!row) return {};
  const { page, external_id: id, name, email } = row;
  const visitor = { ...(id ? { id } : {}), ...(name ? { name } : {}), ...(email ? { email } : {}) };
  return {
    ...(page?.url ? { page: { url: page.url, ...(page.title ? { title: page.title } : {}) } } : {}),
    ...(id ? { visitor } : {}),
  };
}
