import type { RequestHandler } from "express";
import { agentOf } from "../../http/credentials.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { readNumbers } from "../tenants/numbers.ts";

/** `GET metrics`: the tenant's counts as JSON. */
export function tenantMetricsRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    response.json(await readNumbers(tenants, agentOf(response).tenantId));
  };
}
