import type { EmbedView } from "../../../protocol/admin-embed.ts";
import { parseUrl } from "../../core/text/parse-url.ts";
import { withTenant } from "../../database/transaction.ts";
import { listRecentPages } from "../../tickets/store/ticket-pages.ts";
import { snippetFor } from "./create-tenant.ts";
import type { TenantDeps } from "./deps.ts";

/** Tickets that are read: enough to find every site of an active tenant. */
const recentTickets = 200;

/** A tenant's script tag and the sites on which it works. A page of an allowed origin opened each ticket. */
export async function readEmbed(deps: TenantDeps, tenantId: string): Promise<EmbedView> {
  const pages = await withTenant(deps.db, tenantId, (tx) => listRecentPages(tx, recentTickets));
  const seen = new Map<string, string>();
  for (const { url, createdAt } of pages) {
    const origin = parseUrl(url)?.origin ?? "null";
    if (origin !== "null" && !seen.has(origin)) seen.set(origin, createdAt.toISOString());
  }
  return {
    snippet: snippetFor(deps.publicUrl, tenantId),
    seen: [...seen].map(([origin, at]) => ({ origin, at })),
  };
}
