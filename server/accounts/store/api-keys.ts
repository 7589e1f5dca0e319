import type { MemberRole } from "../../../protocol/admin.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface ApiKeyRow {
  id: string;
  name: string;
  /** Under which name it speaks to visitors; null: the team's. */
  speaksAs: string | null;
  prefix: string;
  role: MemberRole;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** When it ends by itself; null: never. */
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
  /** After which it ends; null: never. */
  days: number | null;
}

/** @returns when it ends by itself */
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
  /** Who visitors see when it speaks: the name it was given for that, else the team, as the chat's heading names it. */
  shown_as: string;
  role: MemberRole;
  hash: Uint8Array;
  is_suspended: boolean;
}

/** Keys in use with this prefix, neither revoked nor past their end, whether its tenant is suspended or not; the caller compares the hashes. */
export async function findLiveApiKeys(tx: TenantTransaction, prefix: string): Promise<LiveApiKey[]> {
  const { rows } = await tx.query<LiveApiKey>(
    `select k.id, k.name, coalesce(k.speaks_as, nullif(t.theme ->> 'name', ''), t.name) as shown_as, k.role, k.hash, t.status <> 'active' as is_suspended
       from api_keys k join tenants t on t.tenant_id = k.tenant_id
      where k.prefix = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    [prefix],
  );
  return rows;
}

/** Notes the use of a key, at most once a minute: a busy key must not write on every call. */
export async function touchApiKey(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    `update api_keys set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id],
  );
}

/** Keys that are listed at once; those in use come before those that are not. */
const maxListed = 500;

/** Keys in use: neither revoked nor past their end. */
export async function countLiveApiKeys(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from api_keys where revoked_at is null and (expires_at is null or expires_at > now())",
  );
  return rows[0]?.count ?? 0;
}

/** The oldest first. */
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

/** False when there is no such key or it was revoked before. */
export async function revokeApiKey(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("update api_keys set revoked_at = now() where id = $1 and revoked_at is null", [
    id,
  ]);
  return rowCount === 1;
}
