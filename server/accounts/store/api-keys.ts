import { type SqlBool, sql } from "kysely";
import type { MemberRole } from "../../../protocol/admin.ts";
import { countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type ApiKeyRow = Awaited<ReturnType<typeof listApiKeys>>[number];

/** A key as its list shows it. `speaksAs` is the name that visitors see, null: the team's; a key without an expiry never expires. */
const columns = [
  "id",
  "name",
  "speaks_as as speaksAs",
  "prefix",
  "role",
  "created_at as createdAt",
  "last_used_at as lastUsedAt",
  "expires_at as expiresAt",
  "revoked_at as revokedAt",
] as const;

/** Neither revoked nor expired. */
const isLive = sql<SqlBool>`(revoked_at is null and (expires_at is null or expires_at > now()))`;

export interface NewApiKeyRow {
  id: string;
  name: string;
  speaksAs: string | null;
  prefix: string;
  hash: Uint8Array;
  role: MemberRole;
  /** Days until expiry; null: never. */
  days: number | null;
}

/** @returns the expiry */
export async function insertApiKey(
  tx: TenantTransaction,
  { speaksAs, days, ...key }: NewApiKeyRow,
): Promise<Date | null> {
  const expiry = days === null ? null : sql<Date>`now() + make_interval(days => ${days})`;
  const row = await tx.first(
    query
      .insertInto("api_keys")
      .values({ tenant_id: tx.tenantId, ...key, speaks_as: speaksAs, expires_at: expiry })
      .returning("expires_at"),
  );
  return row?.expires_at ?? null;
}

/**
 * Valid keys with this prefix, even if the tenant is suspended; the caller compares the hashes. `shown_as` is the name that visitors see:
 * the key's own name for visitors, else the team's, as in the chat's heading.
 */
export function findLiveApiKeys(tx: TenantTransaction, prefix: string) {
  return tx.all(
    query
      .selectFrom("api_keys as k")
      .innerJoin("tenants as t", "t.tenant_id", "k.tenant_id")
      .select(["k.id", "k.name", "k.role", "k.hash", sql<boolean>`t.status <> 'active'`.as("is_suspended")])
      .select(sql<string>`coalesce(k.speaks_as, nullif(t.theme ->> 'name', ''), t.name)`.as("shown_as"))
      .where("k.prefix", "=", prefix)
      .where(isLive),
  );
}

/** Records the use of a key, at most once a minute, so that a busy key does not cause a write with every call. */
export async function touchApiKey(tx: TenantTransaction, id: string): Promise<void> {
  const key = query.updateTable("api_keys").set({ last_used_at: now }).where("id", "=", id);
  await tx.run(key.where(sql<SqlBool>`(last_used_at is null or last_used_at < now() - interval '1 minute')`));
}

/** Most keys in a list; valid ones come first. */
const maxListed = 500;

/** Number of valid keys. */
export async function countLiveApiKeys(tx: TenantTransaction): Promise<number> {
  return (await tx.first(query.selectFrom("api_keys").select(countAll.as("count")).where(isLive)))?.count ?? 0;
}

/** Oldest first. */
export function listApiKeys(tx: TenantTransaction) {
  const newest = query.selectFrom("api_keys").select(columns).orderBy(isLive, "desc");
  const listed = newest.orderBy("created_at", "desc").orderBy("id", "desc").limit(maxListed).as("listed");
  return tx.all(query.selectFrom(listed).selectAll().orderBy("createdAt").orderBy("id"));
}

/** @returns false when there is no such key or it was revoked before. */
export async function revokeApiKey(tx: TenantTransaction, id: string): Promise<boolean> {
  const key = query.updateTable("api_keys").set({ revoked_at: now }).where("id", "=", id);
  return (await tx.run(key.where("revoked_at", "is", null))) === 1;
}
