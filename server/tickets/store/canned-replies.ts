import type { TenantTransaction } from "../../database/transaction.ts";

export interface CannedReplyRow {
  id: string;
  /** Null: the team's. */
  owner_id: string | null;
  name: string;
  content: string;
  updated_at: Date;
}

const columns = "id, owner_id, name, content, updated_at";

/** The team's and a person's own, by name. */
export async function listCannedReplies(tx: TenantTransaction, personId: string): Promise<CannedReplyRow[]> {
  const { rows } = await tx.query<CannedReplyRow>(
    `select ${columns} from canned_replies where owner_id is null or owner_id = $1 order by lower(name), id`,
    [personId],
  );
  return rows;
}

/** One that a person may use. */
export async function findCannedReply(
  tx: TenantTransaction,
  id: string,
  personId: string,
): Promise<CannedReplyRow | undefined> {
  const { rows } = await tx.query<CannedReplyRow>(
    `select ${columns} from canned_replies where id = $1 and (owner_id is null or owner_id = $2)`,
    [id, personId],
  );
  return rows[0];
}

/** Undefined when its owner has one of that name. */
export async function insertCannedReply(
  tx: TenantTransaction,
  reply: { id: string; ownerId: string | null; name: string; content: string },
): Promise<CannedReplyRow | undefined> {
  const { rows } = await tx.query<CannedReplyRow>(
    `insert into canned_replies (tenant_id, id, owner_id, name, content) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning ${columns}`,
    [tx.tenantId, reply.id, reply.ownerId, reply.name, reply.content],
  );
  return rows[0];
}

/** Undefined when its owner has another of that name. */
export async function updateCannedReply(
  tx: TenantTransaction,
  id: string,
  change: { name?: string | undefined; content?: string | undefined },
): Promise<CannedReplyRow | undefined> {
  const { rows } = await tx.query<CannedReplyRow>(
    `update canned_replies c set name = coalesce($2, name), content = coalesce($3, content), updated_at = now()
      where id = $1 and not exists (
        select from canned_replies o where o.id <> c.id and o.owner_id is not distinct from c.owner_id and lower(o.name) = lower($2))
     returning ${columns}`,
    [id, change.name ?? null, change.content ?? null],
  );
  return rows[0];
}

export async function deleteCannedReply(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("delete from canned_replies where id = $1", [id]);
}

/** How many a person has, or (null) the team. */
export async function countCannedReplies(tx: TenantTransaction, ownerId: string | null): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from canned_replies where owner_id is not distinct from $1::uuid",
    [ownerId],
  );
  return rows[0]?.count ?? 0;
}
