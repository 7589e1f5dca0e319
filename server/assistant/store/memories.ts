import type { MemoryOrigin, MemoryType } from "../../../protocol/memories.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface MemoryRow {
  id: string;
  visitor_id: string;
  type: MemoryType;
  content: string;
  /** An attribute with one value; empty when there may be several. */
  subject: string;
  confidence: number;
  origin: MemoryOrigin;
  ticket_id: string | null;
  ticket_number: number | null;
  message_id: string | null;
  valid_from: Date;
  valid_until: Date | null;
  invalidated_at: Date | null;
  superseded_by: string | null;
  access_count: number;
  last_access_at: Date | null;
  expires_at: Date | null;
  has_vector: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface NewMemoryRow {
  id: string;
  visitorId: string;
  type: MemoryType;
  content: string;
  subject: string;
  hash: string;
  confidence: number;
  origin: MemoryOrigin;
  ticketId: string | null;
  messageId: string | null;
  validUntil: Date | null;
  expiresAt: Date | null;
}

const columns = `m.id, m.visitor_id, m.type, m.content, m.subject, m.confidence::float8 as confidence, m.origin, m.ticket_id,
  (select t.number from tickets t where t.tenant_id = m.tenant_id and t.id = m.ticket_id) as ticket_number,
  m.message_id, m.valid_from, m.valid_until, m.invalidated_at, m.superseded_by, m.access_count, m.last_access_at, m.expires_at,
  m.embedding is not null as has_vector, m.created_at, m.updated_at`;

/** Condition for memories that are currently valid. */
const holds =
  "m.invalidated_at is null and (m.valid_until is null or m.valid_until > now()) and (m.expires_at is null or m.expires_at > now())";

/** A visitor's memories, newest first. @param query.all includes memories that are no longer valid. */
export async function listMemories(
  tx: TenantTransaction,
  visitorId: string,
  query: { all: boolean; limit: number },
): Promise<MemoryRow[]> {
  const { rows } = await tx.query<MemoryRow>(
    `select ${columns} from memories m where m.visitor_id = $1 and ($2 or (${holds}))
      order by m.invalidated_at is not null, m.created_at desc, m.id desc limit $3`,
    [visitorId, query.all, query.limit],
  );
  return rows;
}

export async function findMemory(tx: TenantTransaction, id: string): Promise<MemoryRow | undefined> {
  const { rows } = await tx.query<MemoryRow>(`select ${columns} from memories m where m.id = $1`, [id]);
  return rows[0];
}

/** Existing memories that a new statement repeats or whose subject it shares: all that are not invalidated, expired or not. */
export async function listRivals(
  tx: TenantTransaction,
  visitorId: string,
  { hash, subject }: { hash: string; subject: string },
): Promise<(Pick<MemoryRow, "id" | "confidence" | "origin"> & { is_same: boolean })[]> {
  const { rows } = await tx.query<Pick<MemoryRow, "id" | "confidence" | "origin"> & { is_same: boolean }>(
    `select id, confidence::float8 as confidence, origin, content_hash = $2 as is_same from memories
      where visitor_id = $1 and invalidated_at is null and (content_hash = $2 or ($3 <> '' and subject = $3))`,
    [visitorId, hash, subject],
  );
  return rows;
}

export async function insertMemory(tx: TenantTransaction, memory: NewMemoryRow): Promise<void> {
  await tx.query(
    `insert into memories (tenant_id, id, visitor_id, type, content, subject, content_hash, confidence, origin, ticket_id, message_id,
                           valid_until, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.tenantId,
      memory.id,
      memory.visitorId,
      memory.type,
      memory.content,
      memory.subject,
      memory.hash,
      memory.confidence,
      memory.origin,
      memory.ticketId,
      memory.messageId,
      memory.validUntil,
      memory.expiresAt,
    ],
  );
}

/** Updates a memory that was mentioned again: keeps the higher confidence and restarts its expiry. */
export async function updateSaidAgain(
  tx: TenantTransaction,
  id: string,
  { confidence, expiresAt }: { confidence: number; expiresAt: Date | null },
): Promise<void> {
  await tx.query(
    `update memories set confidence = greatest(confidence, $2::real), updated_at = now(), decayed_at = null, valid_until = null,
            expires_at = case when expires_at is null or $3::timestamptz is null then null else greatest(expires_at, $3) end
      where id = $1`,
    [id, confidence, expiresAt],
  );
}

/** Marks memories as no longer valid. @param by the memory that replaces them. */
export async function invalidateMemories(
  tx: TenantTransaction,
  ids: readonly string[],
  by: string | null,
): Promise<void> {
  await tx.query(
    `update memories set invalidated_at = now(), valid_until = least(valid_until, now()), superseded_by = $2, updated_at = now()
      where id = any($1::uuid[]) and invalidated_at is null`,
    [ids, by],
  );
}

/** Applies a person's correction; a new content has no vector yet. */
export async function updateMemory(
  tx: TenantTransaction,
  id: string,
  change: {
    content?: string | undefined;
    hash?: string | undefined;
    type?: MemoryType | undefined;
    validUntil?: Date | null | undefined;
    origin: MemoryOrigin;
  },
): Promise<void> {
  await tx.query(
    `update memories set type = coalesce($2, type), origin = $3, confidence = 1, expires_at = null, decayed_at = null, updated_at = now(),
            valid_until = case when $4 then $5 else valid_until end,
            content = coalesce($6, content), content_hash = coalesce($7, content_hash),
            embedding = case when $6::text is null then embedding end,
            embedding_model = case when $6::text is null then embedding_model end,
            embedding_dimension = case when $6::text is null then embedding_dimension end
      where id = $1`,
    [
      id,
      change.type ?? null,
      change.origin,
      change.validUntil !== undefined,
      change.validUntil ?? null,
      change.content ?? null,
      change.hash ?? null,
    ],
  );
}

/** Erases memories together with those that they replaced. @returns the number of erased memories. */
export async function deleteMemories(tx: TenantTransaction, ids: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query(
    `with recursive gone as (
       select id from memories where id = any($1::uuid[])
       union select m.id from memories m join gone g on m.superseded_by = g.id
     ) delete from memories where id in (select id from gone)`,
    [ids],
  );
  return rowCount ?? 0;
}

/** Erases all memories of a visitor. @returns how many of them were valid. */
export async function deleteMemoriesOf(tx: TenantTransaction, visitorId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `with gone as (delete from memories m where m.visitor_id = $1 returning (${holds}) as held)
     select count(*) filter (where held)::int as count from gone`,
    [visitorId],
  );
  return rows[0]?.count ?? 0;
}

/** Erases memories that were extracted from tickets and not confirmed by a person since. @returns the number of erased memories. */
export async function deleteMemoriesFrom(tx: TenantTransaction, ticketIds: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query(
    "delete from memories where ticket_id = any($1::uuid[]) and origin = 'extracted'",
    [ticketIds],
  );
  return rowCount ?? 0;
}

/** The memories to drop when there are too many: extracted ones first, by lowest confidence and oldest use. */
export async function listLeastWorth(tx: TenantTransaction, visitorId: string, beyond: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from memories where visitor_id = $1 and invalidated_at is null
      order by origin = 'extracted', confidence desc, coalesce(last_access_at, updated_at) desc offset $2`,
    [visitorId, beyond],
  );
  return rows.map(({ id }) => id);
}

/** Whether the tenant uses memories, and whether it has identified this visitor; undefined for an unknown visitor. */
export async function findRemembering(
  tx: TenantTransaction,
  visitorId: string,
): Promise<{ isEnabled: boolean; isIdentified: boolean } | undefined> {
  const { rows } = await tx.query<{ isEnabled: boolean; isIdentified: boolean }>(
    `select t.memory_enabled as "isEnabled", v.external_id is not null as "isIdentified"
       from visitors v join tenants t on t.tenant_id = v.tenant_id where v.id = $1`,
    [visitorId],
  );
  return rows[0];
}
