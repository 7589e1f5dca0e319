import type { AuditItem } from "../../protocol/admin-audit.ts";
import { type AuditActor, insertAudit, listAudit } from "../store/audit-log.ts";
import { insertCachePurge } from "../store/cache-purges.ts";
import { withTenant } from "../store/transaction.ts";
import type { TenantDeps } from "./deps.ts";

export interface AuditPage {
  items: AuditItem[];
  next_cursor: string | null;
}

/** The record of a tenant, newest first; the cursor is the id of the last item seen. */
export async function readAudit(
  deps: TenantDeps,
  tenantId: string,
  page: { cursor: string | null; limit: number },
): Promise<AuditPage> {
  const rows = await withTenant(deps.db, tenantId, (tx) =>
    listAudit(tx, { before: page.cursor, limit: page.limit + 1 }),
  );
  const shown = rows.slice(0, page.limit);
  return {
    items: shown.map((row) => ({
      id: row.id,
      actor: row.actor,
      action: row.action,
      target: row.target ?? null,
      detail: row.detail ?? {},
      created_at: row.createdAt.toISOString(),
    })),
    next_cursor: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Notes that somebody empties the answer cache, and that it has to be emptied. */
export async function recordCachePurge(deps: TenantDeps, tenantId: string, actor: AuditActor): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    await insertAudit(tx, { actor, action: "cache.purge" });
    await insertCachePurge(tx, { what: "all" });
  });
}
