import type { RequestHandler } from "express";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { agentOf } from "../../http/credentials.ts";
import { readModelChoices, readModelUsage } from "../models/model-usage.ts";

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
