import { newId } from "../core/ids.ts";
import type { TenantTransaction } from "./transaction.ts";

export interface AuditActor {
  kind: "person" | "api_key" | "platform" | "visitor" | "system";
  id: string;
}

export interface AuditEntry {
  actor: AuditActor;
  /** Noun and verb, e.g. `domain.add`. */
  action: string;
  target?: { kind: string; id: string };
  /** Ids, field names, counts, settings before and after; never message text or secrets. */
  detail?: Record<string, unknown>;
}

export interface AuditRow extends AuditEntry {
  id: string;
  createdAt: Date;
}

/** Writes one entry of the audit log; call it in the transaction of the change that it records. */
export async function insertAudit(tx: TenantTransaction, entry: AuditEntry): Promise<void> {
  await tx.query(
    `insert into audit_log (tenant_id, id, actor_kind, actor_id, action, target_kind, target_id, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.tenantId,
      newId(),
      entry.actor.kind,
      entry.actor.id,
      entry.action,
      entry.target?.kind ?? null,
      entry.target?.id ?? null,
      JSON.stringify(entry.detail ?? {}),
    ],
  );
}

/** The name of a row before its deletion, for the detail of the entry. */
export async function nameDetail(tx: TenantTransaction, id: string): Promise<{ name?: string }> {
  const name = (await nameTargets(tx, [id])).get(id);
  return name === undefined ? {} : { name };
}

/** Rows that an entry can name, as SQL: id and current name. */
const namedRows = `select id, title as name from documents
  union all select id, '#' || number from tickets
  union all select id, left(question, 80) from snippets
  union all select id, name from releases
  union all select id, name from labels
  union all select id, name from saved_views
  union all select id, name from document_sets
  union all select id, address from document_sites
  union all select id, name from canned_replies
  union all select id, name from webhooks
  union all select id, name from tool_connections
  union all select id, name from tools`;

/**
 * Newest first; `before` is the id of the last entry seen, `action` a full action or its noun, `text` a part of a name or value. Ids are UUIDv7, so their order is
 * chronological.
 */
export async function listAudit(
  tx: TenantTransaction,
  page: {
    before: string | null;
    limit: number;
    actorId?: string | undefined;
    action?: string | undefined;
    text?: string | undefined;
  },
): Promise<AuditRow[]> {
  const { rows } = await tx.query<{
    id: string;
    actor_kind: AuditActor["kind"];
    actor_id: string;
    action: string;
    target_kind: string | null;
    target_id: string | null;
    detail: Record<string, unknown>;
    created_at: Date;
  }>(
    `select * from audit_log
      where ($1::uuid is null or id < $1) and ($3::text is null or actor_id = $3)
        and ($4::text is null or action = $4 or split_part(action, '.', 1) = $4)
        and ($5::text is null or position($5 in lower(target_id)) > 0 or position($5 in lower(detail::text)) > 0
          or target_id in (select id::text from (${namedRows}) named where position($5 in lower(name)) > 0))
      order by id desc limit $2`,
    [page.before, page.limit, page.actorId ?? null, page.action ?? null, page.text?.toLowerCase() ?? null],
  );
  return rows.map((row) => ({
    id: row.id,
    actor: { kind: row.actor_kind, id: row.actor_id },
    action: row.action,
    ...(row.target_kind !== null && row.target_id !== null
      ? { target: { kind: row.target_kind, id: row.target_id } }
      : {}),
    detail: row.detail,
    createdAt: row.created_at,
  }));
}

/** Current names of rows by id; deleted rows and visitors have no name. */
export async function nameTargets(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `select id, name from (${namedRows}) named where id = any($1::uuid[])`,
    // A domain's id is the domain itself.
    [ids.filter((id) => /^[0-9a-f-]{36}$/i.test(id))],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
