import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import { byteOrderMark, csvLine } from "../../core/text/csv-line.ts";
import { type AuditActor, type AuditRow, insertAudit, listAudit, nameTargets } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { listApiKeys } from "../store/api-keys.ts";
import type { TenantDeps } from "./deps.ts";
import { readPeople } from "./people.ts";

export interface AuditPage {
  items: AuditItem[];
  next_cursor: string | null;
}

/** Filter of audit log entries; default: all. */
export interface AuditFilter {
  actorId?: string | undefined;
  /** A whole action (`snippet.approve`) or its noun (`snippet`). */
  action?: string | undefined;
  /** Part of a target's name, or of a previous or new value. */
  text?: string | undefined;
}

/** A tenant's audit log, newest first; the cursor is the id of the last item seen. */
export async function readAudit(
  deps: TenantDeps,
  tenantId: string,
  { cursor, limit, ...filter }: AuditFilter & { cursor: string | null; limit: number },
): Promise<AuditPage> {
  const { rows, keys, targets } = await withTenant(deps.db, tenantId, async (tx) => {
    const rows = await listAudit(tx, { before: cursor, limit: limit + 1, ...filter });
    const ids = [...new Set(rows.flatMap(({ target, detail }) => [...(target ? [target.id] : []), ...idsIn(detail)]))];
    return { rows, keys: await listApiKeys(tx), targets: await nameTargets(tx, ids) };
  });
  const people = rows.length > 0 ? await readPeople(deps, tenantId) : [];
  const names = new Map([
    ...targets,
    ...keys.map(({ id, name }) => [id, name] as const),
    ...people.map(({ personId, name }) => [personId, name] as const),
  ]);
  const shown = rows.slice(0, limit);
  return {
    items: shown.map((row) => ({
      id: row.id,
      actor: { ...row.actor, name: names.get(row.actor.id) ?? null },
      action: row.action,
      target: row.target ? { ...row.target, name: names.get(row.target.id) ?? nameThen(row) } : null,
      detail: row.detail ?? {},
      names: Object.fromEntries(
        idsIn(row.detail).flatMap((id) => {
          const name = names.get(id);
          return name === undefined ? [] : [[id, name]];
        }),
      ),
      created_at: row.createdAt.toISOString(),
    })),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

const isId = (text: string) => /^[0-9a-f-]{36}$/i.test(text);

type Detail = Record<string, unknown> | undefined;

/** Ids among the values, such as labels that were added. */
function idsIn(detail: Detail): string[] {
  return Object.values(detail ?? {})
    .flat()
    .filter((value): value is string => typeof value === "string" && isId(value));
}

/** The name of a deleted target, where its deletion recorded it; the id of domains and sets is their name. */
function nameThen({ target, detail }: AuditRow): string | null {
  if (typeof detail?.["name"] === "string") return detail["name"];
  return target && !isId(target.id) ? target.id : null;
}

/** Records that somebody cleared the answer cache, and that it must be cleared. */
export async function recordCachePurge(deps: TenantDeps, tenantId: string, actor: AuditActor): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    await insertAudit(tx, { actor, action: "cache.purge" });
    await insertCachePurge(tx, { what: "all" });
  });
}

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
