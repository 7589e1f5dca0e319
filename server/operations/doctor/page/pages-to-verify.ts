import { isOriginAllowed } from "../../../accounts/sign-in/origins.ts";
import { listDomains } from "../../../accounts/store/tenant-domains.ts";
import type { TenantDeps } from "../../../accounts/tenants/deps.ts";
import { toPattern } from "../../../accounts/tenants/domains.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { withTenant } from "../../../database/transaction.ts";
import { listRecentPages } from "../../../tickets/store/ticket-pages.ts";

const recentTickets = 200;
/** A wildcard may stand for a thousand sites. */
const mostBelowWildcard = 5;

/**
 * One page of each site on which a tenant's chat is allowed: the page on which a chat was opened last, else the site's first page. Below
 * a wildcard only sites are known on which a chat was opened.
 * @param only one domain, which need not be on the list.
 * @throws AppError `invalid_request` when that is none.
 */
export async function pagesToVerify(
  deps: TenantDeps,
  tenantId: string,
  only?: string,
): Promise<{ pages: string[]; unknown: string[] }> {
  const { domains, recent } = await withTenant(deps.db, tenantId, async (tx) => ({
    domains: only === undefined ? await listDomains(tx) : [toPattern(only)],
    recent: await listRecentPages(tx, recentTickets),
  }));
  const newest = new Map<string, string>();
  for (const { url } of recent) {
    const page = parseUrl(url);
    // What follows the path may name the visitor.
    if (page && !newest.has(page.origin)) newest.set(page.origin, page.origin + page.pathname);
  }
  const pages = new Set<string>();
  const unknown: string[] = [];
  for (const domain of domains) {
    const found = pagesOf(domain, newest);
    for (const page of found) pages.add(page);
    if (found.length === 0) unknown.push(domain);
  }
  return { pages: [...pages], unknown };
}

function pagesOf(domain: string, newest: ReadonlyMap<string, string>): string[] {
  if (!domain.includes("//*.")) return [newest.get(domain) ?? `${domain}/`];
  return [...newest]
    .filter(([origin]) => isOriginAllowed(origin, [domain]))
    .slice(0, mostBelowWildcard)
    .map(([, page]) => page);
}
