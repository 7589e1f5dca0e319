import type { TenantId } from "../../../protocol/ids.ts";
import { tenantIdSchema } from "../../../protocol/ids.ts";
import { AppError } from "../../core/errors.ts";
import { nearestOf } from "../../core/text/nearest-of.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { listDomains } from "../store/tenant-domains.ts";
import { findTenant, listTenants } from "../store/tenants.ts";
import { snippetFor } from "./create-tenant.ts";
import type { TenantDeps } from "./deps.ts";

/** The operator's view of a tenant, without secrets. */
export interface TenantView {
  tenant_id: string;
  name: string;
  status: "active" | "suspended";
  created_at: string;
}

export interface TenantDetail extends TenantView {
  domains: string[];
  snippet: string;
  console_url: string;
}

export async function readTenants(deps: TenantDeps): Promise<TenantView[]> {
  const tenants = await withSystem(deps.db, "list-tenants", listTenants);
  return tenants.map((tenant) => ({
    tenant_id: tenant.tenantId,
    name: tenant.name,
    status: tenant.status,
    created_at: tenant.createdAt.toISOString(),
  }));
}

/** @throws AppError `not_found`. */
export async function readTenant(deps: TenantDeps, tenantId: string): Promise<TenantDetail> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const tenant = await findTenant(tx);
    if (!tenant) throw notFound();
    return {
      tenant_id: tenantId,
      name: tenant.name,
      status: tenant.status,
      created_at: tenant.createdAt.toISOString(),
      domains: await listDomains(tx),
      snippet: snippetFor(deps.publicUrl, tenantId),
      console_url: `${deps.publicUrl}/console`,
    };
  });
}

/** A tenant by its id, or by its name when only one tenant has it. @throws AppError `not_found`. */
export async function resolveTenant(deps: TenantDeps, given: string): Promise<TenantId> {
  const tenants = await readTenants(deps);
  const id = tenantIdSchema.safeParse(given);
  const wanted = given.trim().toLowerCase();
  const matches = tenants.filter((tenant) =>
    id.success ? tenant.tenant_id === id.data : tenant.name.toLowerCase() === wanted,
  );
  if (matches.length > 1)
    throw new AppError("conflict", "Several tenants have this name. Pass the id instead (see `parley tenant list`).");
  if (!matches[0])
    throw notFound(
      nearestOf(
        wanted,
        tenants.map(({ name }) => name),
      ),
    );
  return tenantIdSchema.parse(matches[0].tenant_id);
}

function notFound(near: string | null = null): AppError {
  const hint = near === null ? "" : ` Did you mean "${near}"?`;
  return new AppError("not_found", `Tenant not found. Run \`parley tenant list\` to see all tenants.${hint}`);
}
