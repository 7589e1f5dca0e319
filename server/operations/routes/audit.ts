import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RequestHandler } from "express";
import { auditFilterSchema, auditQuerySchema } from "../../../protocol/admin-audit.ts";
import { readAudit } from "../../accounts/tenants/audit.ts";
import { auditCsv } from "../../accounts/tenants/audit-csv.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";

/** `GET audit`: who did what, newest first. */
export function auditRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const { cursor = null, limit, actor, action } = parseBody(auditQuerySchema, request.query);
    response.json(await readAudit(tenants, agentOf(response).tenantId, { cursor, limit, actorId: actor, action }));
  };
}

/** `GET audit.csv`: the same as a file. */
export function auditCsvRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const { actor, action } = parseBody(auditFilterSchema, request.query);
    const parts = auditCsv(tenants, agentOf(response).tenantId, { actorId: actor, action });
    response.attachment("audit-log.csv").type("text/csv; charset=utf-8");
    await pipeline(Readable.from(parts), response);
  };
}
