import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { auditRoutes } from "../../../protocol/routes/audit.ts";
import { auditCsv, readAudit } from "../../accounts/tenants/audit.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";

export function addAuditRoutes(routes: Routes, ctx: Pick<HttpContext, "tenants">): void {
  routes.implement(auditRoutes, {
    listAudit: ({ caller, query: { cursor = null, limit, actor: actorId, action, q: text } }) =>
      readAudit(ctx.tenants, caller.tenantId, { cursor, limit, actorId, action, text }),
    exportAudit: async ({ caller, query: { actor: actorId, action, q: text }, response }) => {
      const parts = auditCsv(ctx.tenants, caller.tenantId, { actorId, action, text });
      response.attachment("audit-log.csv").type("text/csv; charset=utf-8");
      await pipeline(Readable.from(parts), response);
    },
  });
}
