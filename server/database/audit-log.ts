import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { newId } from "../core/ids.ts";
import { json } from "./column-types.ts";
import { anyOf, query } from "./query.ts";
import type { TenantTransaction } from "./transaction.ts";

export const auditActorSchema = z.object({
  kind: z.enum(["person", "api_key", "platform", "visitor", "system"]),
  id: z.string(),
});
export type AuditActor = z.infer<typeof auditActorSchema>;

export interface AuditEntry {
  actor: AuditActor;
  /** Noun and verb, e.g. `domain.add`. */
  action: string;
  target?: { kind: string; id: string };
  /** Ids, field names, counts, settings before and after; never message text or secrets. */
  detail?: Record<string, unknown>;
}

const detailSchema = z.record(z.string(), z.unknown());

export interface AuditRow extends AuditEntry {
  id: string;
  createdAt: Date;
}

/** Writes one entry of the audit log; call it in the transaction of the change that it records. */
export async function insertAudit(tx: TenantTransaction, entry: AuditEntry): Promise<void> {
  const { actor, action, target, detail = {} } = entry;
  await tx.run(
    query.insertInto("audit_log").values({
      tenant_id: tx.tenantId,
      id: newId(),
      actor_kind: actor.kind,
      actor_id: actor.id,
      action,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      detail: json(detail),
    }),
  );
}

/** The name of a row before its deletion, for the detail of the entry. */
export async function nameDetail(tx: TenantTransaction, id: string): Promise<{ name?: string }> {
  const name = (await nameTargets(tx, [id])).get(id);
  return name === undefined ? {} : { name };
}

/** Rows that an entry can name: id and current name. */
const namedRows = sql<{ id: string; name: string }>`
  select id, title as name from documents
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
  union all select id, name from tools
  union all select id, title from tool_calls
  union all select id, left(question, 80) from regression_questions
  union all select g.id, (select left(q.question, 80) from gap_questions q where q.gap_id = g.id
                          order by q.is_typical desc, q.asked_at desc limit 1) from gaps g
  union all select id, coalesce(name, email, mail_address) from visitors
  union all select m.id, coalesce(v.name, v.email, v.mail_address) from memories m join visitors v on v.id = m.visitor_id`;

interface AuditPage {
  /** Id of the last entry seen; null: from the newest. */
  before: string | null;
  limit: number;
  actorId?: string | undefined;
  /** A full action or its noun. */
  action?: string | undefined;
  /** Part of a name or value. */
  text?: string | undefined;
}

/** Entries, newest first. Ids are UUIDv7, so their order is chronological. */
export async function listAudit(
  tx: TenantTransaction,
  { before, limit, actorId, action, text }: AuditPage,
): Promise<AuditRow[]> {
  const entries = query.selectFrom("audit_log").selectAll().$narrowType<{ actor_kind: AuditActor["kind"] }>();
  let found = entries.orderBy("id", "desc").limit(limit);
  if (before !== null) found = found.where("id", "<", before);
  if (actorId !== undefined) found = found.where("actor_id", "=", actorId);
  if (action !== undefined)
    found = found.where(sql<SqlBool>`(action = ${action} or split_part(action, '.', 1) = ${action})`);
  if (text !== undefined) {
    const part = text.toLowerCase();
    found = found.where(
      sql<SqlBool>`(position(${part} in lower(target_id)) > 0 or position(${part} in lower(detail::text)) > 0
        or target_id in (select id::text from (${namedRows}) named where position(${part} in lower(name)) > 0))`,
    );
  }
  const rows = await tx.all(found);
  return rows.map((row) => ({
    id: row.id,
    actor: { kind: row.actor_kind, id: row.actor_id },
    action: row.action,
    ...(row.target_kind !== null && row.target_id !== null
      ? { target: { kind: row.target_kind, id: row.target_id } }
      : {}),
    detail: detailSchema.parse(row.detail),
    createdAt: row.created_at,
  }));
}

/** Current names of rows by id; deleted rows and visitors have no name. */
export async function nameTargets(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  // A domain's id is the domain itself.
  const own = anyOf(ids.filter((id) => /^[0-9a-f-]{36}$/i.test(id)));
  const rows = await tx.all(
    sql<{ id: string; name: string }>`select id, name from (${namedRows}) named where id = ${own} and name is not null`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
