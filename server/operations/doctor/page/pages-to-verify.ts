import type { TenantId } from "../../../../protocol/ids.ts";
import { isOriginAllowed } from "../../../accounts/sign-in/origins.ts";
import { listDomains } from "../../../accounts/store/tenant-domains.ts";
import type { TenantDeps } from "../../../accounts/tenants/deps.ts";
import { readTenants, resolveTenant } from "../../../accounts/tenants/directory.ts";
import { toPattern } from "../../../accounts/tenants/domains.ts";
import { AppError } from "../../../core/errors.ts";
import { fetchAnswer } from "../../../core/fetch/fetch-page.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { withTenant } from "../../../database/transaction.ts";
import { listRecentPages } from "../../../tickets/store/ticket-pages.ts";
import type { Reach } from "../deps.ts";
import { tagOf } from "./judge-tag.ts";
import { readPage } from "./read-page.ts";

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

/**
 * The tenant of a page when the operator names none: the tenant in the page's script tag, or else the only tenant.
 * @throws AppError `invalid_request` when neither gives a tenant.
 */
export async function tenantOfPage(deps: TenantDeps, url: string, { network, ...limits }: Reach): Promise<TenantId> {
  const tenants = await readTenants(deps);
  if (tenants.length === 1 && tenants[0]) return resolveTenant(deps, tenants[0].tenant_id);
  const named = await fetchAnswer(url, { network, limits }).then(
    (answer) => tagOf(readPage(answer))?.tenant,
    () => null, // why it could not be had is what the check tells
  );
  const known = tenants.find(({ tenant_id }) => tenant_id === named);
  if (known) return resolveTenant(deps, known.tenant_id);
  throw new AppError(
    "invalid_request",
    "The page's script tag has no tenant of this installation. Specify the tenant with --tenant (see `parley tenant list`).",
  );
}
