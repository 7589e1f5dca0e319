import type { RequestHandler } from "express";
import type { TenantDeps } from "../../tenants/deps.ts";
import { readModelChoices, readModelUsage } from "../../tenants/model-usage.ts";
import { agentOf } from "../credentials.ts";

/** `GET usage`: which models answer, and what they used. */
export function modelUsageRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    response.json(await readModelUsage(tenants, agentOf(response).tenantId));
  };
}

/** `GET model-choices`: for those who try other models, and see no bills. */
export function modelChoicesRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    response.json(await readModelChoices(tenants, agentOf(response).tenantId));
  };
}
