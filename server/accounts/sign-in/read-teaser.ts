import type { Teaser } from "../../../protocol/alerts.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { allowsOrigin } from "../store/tenant-domains.ts";
import { findTenant } from "../store/tenants.ts";
import { parseOrigin, patternsFor } from "./origins.ts";
import { originNotAllowed } from "./start-session.ts";

/**
 * What a page may invite its visitors with, before there is any session. Who asks from elsewhere, or for a tenant that does not exist,
 * gets the refusal of the handshake.
 * @throws AppError `origin_not_allowed`.
 */
export async function readTeaser(
  db: Database,
  { tenantId, origin: header }: { tenantId: string; origin: string | undefined },
): Promise<Teaser | null> {
  const origin = parseOrigin(header);
  if (!origin) throw originNotAllowed();
  return withTenant(db, tenantId, async (tx) => {
    if (!(await allowsOrigin(tx, patternsFor(origin)))) throw originNotAllowed();
    const tenant = await findTenant(tx);
    if (!tenant) throw originNotAllowed();
    return tenant.alerts.teaser ?? null;
  });
}
