import type { RequestHandler } from "express";
import type { MeResponse } from "../../../protocol/admin.ts";
import { agentOf } from "../../http/credentials.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { readBrand } from "../tenants/settings.ts";

/** `GET me`: who calls, for which tenant, and what they may do. */
export function meRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    const { kind, personId, name, email, role, tenantId, session } = agentOf(response);
    const me: MeResponse = {
      kind,
      id: personId,
      name,
      email,
      role,
      tenant: await readBrand(tenants, tenantId),
      ...(session ? { picture: session.picture, tenants: session.tenants } : {}),
    };
    response.json(me);
  };
}
