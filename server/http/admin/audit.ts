import type { RequestHandler } from "express";
import { z } from "zod";
import { listQuerySchema } from "../../../protocol/admin.ts";
import { readAudit } from "../../tenants/audit.ts";
import type { TenantDeps } from "../../tenants/deps.ts";
import { agentOf } from "../credentials.ts";
import { parseBody } from "../parse.ts";

const auditQuerySchema = listQuerySchema.extend({ cursor: z.uuid().optional() });

/** `GET audit`: who did what, newest first. */
export function auditRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const { cursor = null, limit } = parseBody(auditQuerySchema, request.query);
    response.json(await readAudit(tenants, agentOf(response).tenantId, { cursor, limit }));
  };
}
