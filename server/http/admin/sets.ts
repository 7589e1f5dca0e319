import type { RequestHandler } from "express";
import { changeSetRequestSchema, setNameSchema } from "../../../protocol/admin-sets.ts";
import { recordAction } from "../../tenants/audit.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
import { actorOf } from "./actor.ts";

/** `GET sets`. */
export function listSetsRoute({ knowledge }: Pick<HttpContext, "knowledge">): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await knowledge.listSets(agentOf(response).tenantId) });
  };
}

/** `PATCH sets/:name`. Answers from the cache were chosen by the old order, so they go. */
export function changeSetRoute({
  knowledge,
  cache,
  tenants,
}: Pick<HttpContext, "knowledge" | "cache" | "tenants">): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    const name = parseId(setNameSchema, request.params.name);
    const { boost } = parseBody(changeSetRequestSchema, request.body);
    const set = await knowledge.changeSet(agent.tenantId, { name, boost });
    await cache.purge(agent.tenantId);
    const target = { kind: "set", id: name };
    await recordAction(tenants, agent.tenantId, {
      actor: actorOf(agent),
      action: "set.update",
      target,
      detail: { boost },
    });
    response.json(set);
  };
}
