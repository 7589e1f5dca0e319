import { withTenant } from "../../database/transaction.ts";
import { listApiKeys } from "../store/api-keys.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { readPeople } from "../tenants/people.ts";

/** Current names of members and API keys, by id; former members have none. */
export async function namesOf(
  deps: Pick<TenantDeps, "db">,
  tenantId: string,
  agents: readonly { id: string }[],
): Promise<Map<string, string>> {
  if (agents.length === 0) return new Map();
  const keys = await withTenant(deps.db, tenantId, listApiKeys);
  const people = await readPeople(deps, tenantId);
  return new Map([
    ...keys.map(({ id, name }) => [id, name] as const),
    ...people.map(({ personId, name }) => [personId, name] as const),
  ]);
}
