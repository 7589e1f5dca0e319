import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { byteOrderMark, csvLine } from "../../core/text/csv-line.ts";
import { type AuditFilter, readAudit } from "./audit.ts";
import type { TenantDeps } from "./deps.ts";

/** Most lines per file: more than a year of a busy team. */
const maxLines = 50_000;
const pageSize = 500;
const columns = ["time_utc", "who", "kind", "id", "action", "target", "target_id", "detail"] as const;

/** The audit log as CSV, newest first, in parts as they are read. */
export async function* auditCsv(deps: TenantDeps, tenantId: string, filter: AuditFilter): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns.join(",")}\r\n`;
  let cursor: string | null = null;
  for (let lines = 0; lines < maxLines; lines += pageSize) {
    const page = await readAudit(deps, tenantId, { ...filter, cursor, limit: pageSize });
    yield page.items.map(toLine).join("");
    cursor = page.next_cursor;
    if (cursor === null) return;
  }
}

function toLine({ created_at, actor, action, target, detail }: AuditItem): string {
  const cells = [created_at, actor.name ?? "", actor.kind, actor.id, action, target?.kind ?? "", target?.id ?? ""];
  return csvLine([...cells, JSON.stringify(detail)]);
}
