import type { RequestHandler } from "express";
import { agentOf } from "../../http/credentials.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { readEmbed } from "../tenants/embed.ts";

/** `GET embed`: the script tag, and where chats were opened lately. */
export function embedRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    response.json(await readEmbed(tenants, agentOf(response).tenantId));
  };
}
