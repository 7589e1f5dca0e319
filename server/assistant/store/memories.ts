import { sql } from "kysely";
import type { MemoryOrigin, MemoryType } from "../../../protocol/memories.ts";
import { anyOf, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A memory; `subject` names an attribute with one value and is empty when there may be several. */
export type MemoryRow = NonNullable<Awaited<ReturnType<typeof findMemory>>>;

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

const memories = query
  .selectFrom("memories as m")
  .select(["m.id", "m.visitor_id", "m.type", "m.content", "m.subject", "m.origin", "m.ticket_id", "m.message_id"])
  .select(["m.valid_from", "m.valid_until", "m.invalidated_at", "m.superseded_by", "m.access_count"])
  .select(["m.last_access_at", "m.expires_at", "m.created_at", "m.updated_at"])
  .select(({ selectFrom }) => [
    sql<number>`m.confidence::float8`.as("confidence"),
    sql<boolean>`m.embedding is not null`.as("has_vector"),
    selectFrom("tickets as t").select("t.number").whereRef("t.id", "=", "m.ticket_id").as("ticket_number"),
  ]);

/** Condition for memories `m` that are currently valid. */
export const isHolding = sql<boolean>`(m.invalidated_at is null and (m.valid_until is null or m.valid_until > now())
  and (m.expires_at is null or m.expires_at > now()))`;

/** A visitor's memories, newest first. @param options.all includes memories that are no longer valid. */
export function listMemories(tx: TenantTransaction, visitorId: string, options: { all: boolean; limit: number }) {
  return tx.all(
    memories
      .where("m.visitor_id", "=", visitorId)
      .$if(!options.all, (some) => some.where(isHolding))
      .orderBy(sql`m.invalidated_at is not null`)
      .orderBy("m.created_at", "desc")
      .orderBy("m.id", "desc")
      .limit(options.limit),
  );
}

export function findMemory(tx: TenantTransaction, id: string) {
  return tx.first(memories.where("m.id", "=", id));
}

/** Existing memories that a new statement repeats or whose subject it shares: all that are not invalidated, expired or not. */
export function listRivals(
  tx: TenantTransaction,
  visitorId: string,
  { hash, subject }: { hash: string; subject: string },
) {
  return tx.all(
    query
      .selectFrom("memories")
      .select(["id", "origin", sql<number>`confidence::float8`.as("confidence")])
      .select(({ eb }) => eb("content_hash", "=", hash).as("is_same"))
      .where("visitor_id", "=", visitorId)
      .where("invalidated_at", "is", null)
      .where(({ eb, or }) => or([eb("content_hash", "=", hash), ...(subject ? [eb("subject", "=", subject)] : [])])),
  );
}

export async function insertMemory(tx: TenantTransaction, memory: NewMemoryRow): Promise<void> {
  const { id, type, content, subject, confidence, origin } = memory;
  await tx.run(
    query.insertInto("memories").values({
      tenant_id: tx.tenantId,
      id,
      visitor_id: memory.visitorId,
      type,
      content,
      subject,
      content_hash: memory.hash,
      confidence,
      origin,
      ticket_id: memory.ticketId,
      message_id: memory.messageId,
      valid_until: memory.validUntil,
      expires_at: memory.expiresAt,
    }),
  );
}

/** Updates a memory that was mentioned again: keeps the higher confidence and restarts its expiry. */
export async function updateSaidAgain(
  tx: TenantTransaction,
  id: string,
  { confidence, expiresAt }: { confidence: number; expiresAt: Date | null },
): Promise<void> {
  await tx.run(
    query
      .updateTable("memories")
      .set({
        confidence: sql<number>`greatest(confidence, ${confidence}::real)`,
        updated_at: now,
        decayed_at: null,
        valid_until: null,
        // A memory without an expiry keeps none.
        expires_at:
          expiresAt && sql<Date>`case when expires_at is not null then greatest(expires_at, ${expiresAt}) end`,
      })
      .where("id", "=", id),
  );
}

/** Marks memories as no longer valid. @param by the memory that replaces them. */
export async function invalidateMemories(
  tx: TenantTransaction,
  ids: readonly string[],
  by: string | null,
): Promise<void> {
  await tx.run(
    query
      .updateTable("memories")
      .set({
        invalidated_at: now,
        valid_until: sql<Date>`least(valid_until, now())`,
        superseded_by: by,
        updated_at: now,
      })
      .where("id", "=", anyOf(ids))
      .where("invalidated_at", "is", null),
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
  const { content, hash, type, validUntil, origin } = change;
  const noVector = { embedding: null, embedding_model: null, embedding_dimension: null };
  await tx.run(
    query
      .updateTable("memories")
      .set({ type, origin, content, content_hash: hash, valid_until: validUntil })
      .set({ confidence: 1, expires_at: null, decayed_at: null, updated_at: now })
      .$if(content !== undefined, (update) => update.set(noVector))
      .where("id", "=", id),
  );
}

/** Erases memories together with those that they replaced. @returns the number of erased memories. */
export function deleteMemories(tx: TenantTransaction, ids: readonly string[]): Promise<number> {
  return tx.run(sql`
    with recursive gone as (
      select id from memories where id = any(${ids}::uuid[])
      union select m.id from memories m join gone g on m.superseded_by = g.id
    ) delete from memories where id in (select id from gone)`);
}

/** Erases all memories of a visitor. @returns how many of them were valid. */
export async function deleteMemoriesOf(tx: TenantTransaction, visitorId: string): Promise<number> {
  const gone = await tx.all(
    query.deleteFrom("memories as m").where("m.visitor_id", "=", visitorId).returning(isHolding.as("was_valid")),
  );
  return gone.filter((memory) => memory.was_valid).length;
}

/** Erases memories that were extracted from tickets and not confirmed by a person since. @returns the number of erased memories. */
export function deleteMemoriesFrom(tx: TenantTransaction, ticketIds: readonly string[]): Promise<number> {
  return tx.run(
    query.deleteFrom("memories").where("ticket_id", "=", anyOf(ticketIds)).where("origin", "=", "extracted"),
  );
}

/** The memories to drop when there are too many: extracted ones first, by lowest confidence and oldest use. */
export async function listLeastWorth(tx: TenantTransaction, visitorId: string, beyond: number): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("memories")
      .select("id")
      .where("visitor_id", "=", visitorId)
      .where("invalidated_at", "is", null)
      .orderBy(({ eb }) => eb("origin", "=", "extracted"))
      .orderBy("confidence", "desc")
      .orderBy(({ fn }) => fn.coalesce("last_access_at", "updated_at"), "desc")
      .offset(beyond),
  );
  return rows.map(({ id }) => id);
}

/** Whether the tenant uses memories, and whether it has identified this visitor; undefined for an unknown visitor. */
export function findRemembering(tx: TenantTransaction, visitorId: string) {
  return tx.first(
    query
      .selectFrom("visitors as v")
      .innerJoin("tenants as t", "t.tenant_id", "v.tenant_id")
      .select(["t.memory_enabled as isEnabled", sql<boolean>`v.external_id is not null`.as("isIdentified")])
      .where("v.id", "=", visitorId),
  );
}
