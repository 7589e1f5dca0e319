import type { EmbedView } from "../../../protocol/admin-embed.ts";
import { parseUrl } from "../../core/text/parse-url.ts";
import { withTenant } from "../../database/transaction.ts";
import { listRecentPages } from "../../tickets/store/ticket-pages.ts";
import { snippetFor } from "./create-tenant.ts";
import type { TenantDeps } from "./deps.ts";

/** Tickets that are looked at: enough to see every site of a tenant that is used. */
const recentTickets = 200;

/** The script tag of a tenant and the sites on which it works. Each ticket was opened by a page of an allowed origin. */
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
