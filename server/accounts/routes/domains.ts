import type { RequestHandler } from "express";
import { domainRequestSchema } from "../../../protocol/admin-people.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { addDomain, removeDomain } from "../tenants/domains.ts";

/** `POST domains` and `DELETE domains`: both name the entry in the body and answer with the list. */
export function changeDomainRoute(tenants: TenantDeps, change: "add" | "remove"): RequestHandler {
  const apply = change === "add" ? addDomain : removeDomain;
  return async (request, response) => {
    const { domain } = parseBody(domainRequestSchema, request.body);
    const agent = agentOf(response);
    response.json({ domains: await apply(tenants, actorOf(agent), { tenantId: agent.tenantId, entry: domain }) });
  };
}
