import type { TenantId } from "../../../../protocol/ids.ts";
import type { TenantDeps } from "../../../accounts/tenants/deps.ts";
import { readTenants, resolveTenant } from "../../../accounts/tenants/directory.ts";
import { AppError } from "../../../core/errors.ts";
import { fetchAnswer } from "../../../core/fetch/fetch-page.ts";
import type { Reach } from "../deps.ts";
import { tagOf } from "./judge-tag.ts";
import { readPage } from "./read-page.ts";

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
