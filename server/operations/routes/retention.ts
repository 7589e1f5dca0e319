import type { RequestHandler } from "express";
import { retentionPatchSchema } from "../../../protocol/admin-data.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import type { RetentionDeps } from "../privacy/deps.ts";
import { askForRetention, changeRetention, previewRetention, readRetention } from "../privacy/retention-rules.ts";

/** `GET retention`: the rules, and what was removed lately. */
export function readRetentionRoute(privacy: RetentionDeps): RequestHandler {
  return async (_request, response) => {
    response.json(await readRetention(privacy, agentOf(response).tenantId));
  };
}

/** `PATCH retention`: changes what is named. */
export function changeRetentionRoute(privacy: RetentionDeps): RequestHandler {
  return async (request, response) => {
    const patch = parseBody(retentionPatchSchema, request.body);
    const agent = agentOf(response);
    response.json(await changeRetention(privacy, actorOf(agent), { tenantId: agent.tenantId, patch }));
  };
}

/** `POST retention/preview`: how much rules changed like this would remove now. */
export function previewRetentionRoute(privacy: RetentionDeps): RequestHandler {
  return async (request, response) => {
    const patch = parseBody(retentionPatchSchema, request.body);
    response.json(await previewRetention(privacy, agentOf(response).tenantId, patch));
  };
}

/** `POST retention/run`: has the rules applied now. */
export function runRetentionRoute(privacy: RetentionDeps): RequestHandler {
  return async (_request, response) => {
    const agent = agentOf(response);
    response.status(202).json(await askForRetention(privacy, actorOf(agent), agent.tenantId));
  };
}
