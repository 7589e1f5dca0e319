import { isOriginAllowed } from "../../../accounts/sign-in/origins.ts";
import { listDomains } from "../../../accounts/store/tenant-domains.ts";
import type { TenantDeps } from "../../../accounts/tenants/deps.ts";
import { toPattern } from "../../../accounts/tenants/domains.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { withTenant } from "../../../database/transaction.ts";
import { listRecentPages } from "../../../tickets/store/ticket-pages.ts";

const recentTickets = 200;
/** Most pages checked below a wildcard, which may match a thousand sites. */
const mostBelowWildcard = 5;

/**
 * One page per site on which a tenant's chat is allowed: the page of the last opened chat, or else the site's first page. Below a wildcard,
 * only sites with an opened chat are known.
 * @param only one domain, which does not need to be on the list.
 * @throws AppError `invalid_request` when it is not a domain.
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
    // Query and fragment may name the visitor, so they are cut.
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
