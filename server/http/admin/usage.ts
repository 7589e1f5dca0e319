import type { RequestHandler } from "express";
import type { TenantDeps } from "../../tenants/deps.ts";
import { readModelUsage } from "../../tenants/model-usage.ts";
import { agentOf } from "../credentials.ts";

/** `GET usage`: which models answer, and what they used. */
export function modelUsageRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    response.json(await readModelUsage(tenants, agentOf(response).tenantId));
  };
}
