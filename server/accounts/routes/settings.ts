import type { RequestHandler } from "express";
import { settingsPatchSchema } from "../../../protocol/admin.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { changeSettings, readSettings } from "../tenants/settings.ts";

/** `GET settings`. */
export function readSettingsRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    response.json(await readSettings(tenants, agentOf(response).tenantId));
  };
}

/** `PATCH settings`: changes what is named; answers with all of them. */
export function changeSettingsRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const patch = parseBody(settingsPatchSchema, request.body);
    const agent = agentOf(response);
    response.json(await changeSettings(tenants, actorOf(agent), { tenantId: agent.tenantId, patch }));
  };
}
