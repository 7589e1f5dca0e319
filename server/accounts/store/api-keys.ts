import type { MemberRole } from "../../../protocol/admin.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface ApiKeyRow {
  id: string;
  name: string;
  /** Name that visitors see for this key; null: the team's. */
  speaksAs: string | null;
  prefix: string;
  role: MemberRole;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Expiry; null: never. */
  expiresAt: Date | null;
  revokedAt: Date | null;
}

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
export async function insertApiKey(tx: TenantTransaction, key: NewApiKeyRow): Promise<Date | null> {
  const { rows } = await tx.query<{ expires_at: Date | null }>(
    `insert into api_keys (tenant_id, id, name, speaks_as, prefix, hash, role, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8)) returning expires_at`,
    [tx.tenantId, key.id, key.name, key.speaksAs, key.prefix, key.hash, key.role, key.days],
  );
  return rows[0]?.expires_at ?? null;
}

export interface LiveApiKey {
  id: string;
  name: string;
  /** Name that visitors see: the key's own name for visitors, else the team's, as in the chat's heading. */
  shown_as: string;
  role: MemberRole;
  hash: Uint8Array;
  is_suspended: boolean;
}

/** Valid keys with this prefix, neither revoked nor expired, even if the tenant is suspended; the caller compares the hashes. */
export async function findLiveApiKeys(tx: TenantTransaction, prefix: string): Promise<LiveApiKey[]> {
  const { rows } = await tx.query<LiveApiKey>(
    `select k.id, k.name, coalesce(k.speaks_as, nullif(t.theme ->> 'name', ''), t.name) as shown_as, k.role, k.hash, t.status <> 'active' as is_suspended
       from api_keys k join tenants t on t.tenant_id = k.tenant_id
      where k.prefix = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    [prefix],
  );
  return rows;
}

/** Records the use of a key, at most once a minute, so that a busy key does not cause a write with every call. */
export async function touchApiKey(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    `update api_keys set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id],
  );
}

/** Most keys in a list; valid ones come first. */
const maxListed = 500;

/** Number of valid keys: neither revoked nor expired. */
export async function countLiveApiKeys(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from api_keys where revoked_at is null and (expires_at is null or expires_at > now())",
  );
  return rows[0]?.count ?? 0;
}

/** Oldest first. */
export async function listApiKeys(tx: TenantTransaction): Promise<ApiKeyRow[]> {
  const { rows } = await tx.query<{
    id: string;
    name: string;
    speaks_as: string | null;
    prefix: string;
    role: MemberRole;
    created_at: Date;
    last_used_at: Date | null;
    expires_at: Date | null;
    revoked_at: Date | null;
  }>(
    `select * from (
       select id, name, speaks_as, prefix, role, created_at, last_used_at, expires_at, revoked_at from api_keys
        order by (revoked_at is null and (expires_at is null or expires_at > now())) desc, created_at desc, id desc limit $1
     ) listed order by created_at, id`,
    [maxListed],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    speaksAs: row.speaks_as,
    prefix: row.prefix,
    role: row.role,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }));
}

/** @returns false when there is no such key or it was revoked before. */
export async function revokeApiKey(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("update api_keys set revoked_at = now() where id = $1 and revoked_at is null", [
    id,
  ]);
  return rowCount === 1;
}
