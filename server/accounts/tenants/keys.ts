import type { MemberRole } from "../../../protocol/admin.ts";
import type { TenantId } from "../../../protocol/ids.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { makeApiKey } from "../sign-in/api-key.ts";
import { type ApiKeyRow, countLiveApiKeys, insertApiKey, listApiKeys, revokeApiKey } from "../store/api-keys.ts";
import type { Actor, TenantDeps } from "./deps.ts";

export interface CreatedKey {
  id: string;
  name: string;
  speaks_as: string | null;
  role: MemberRole;
  /** Expiry; null: never. */
  expires_at: string | null;
  /** The full key, shown once. */
  api_key: string;
}

export interface NewKey {
  tenantId: TenantId;
  name: string;
  /** Name that visitors see for this key; default: the team's. */
  speaksAs?: string | null | undefined;
  role: MemberRole;
  /** Days until expiry; default: never. */
  days?: number | undefined;
}

/** Most valid keys per tenant. */
const maxKeys = 200;

/** Creates an API key for machines. @throws AppError `conflict` when there are too many. */
export async function createKey(deps: TenantDeps, actor: Actor, input: NewKey): Promise<CreatedKey> {
  return withTenant(deps.db, input.tenantId, async (tx) => {
    if ((await countLiveApiKeys(tx)) >= maxKeys)
      throw new AppError("conflict", `The limit of ${maxKeys} API keys is reached. Revoke one first.`);
    return addKey(tx, actor, input);
  });
}

/** The same inside an open transaction. */
export async function addKey(
  tx: TenantTransaction,
  actor: Actor,
  { tenantId, name, speaksAs = null, role, days }: NewKey,
): Promise<CreatedKey> {
  const { key, prefix, hash } = makeApiKey(tenantId);
  const id = newId();
  const endsAt = await insertApiKey(tx, { id, name, speaksAs, prefix, hash, role, days: days ?? null });
  const expires_at = endsAt?.toISOString() ?? null;
  const detail = { role, ...(expires_at ? { expires_at } : {}) };
  await insertAudit(tx, { actor, action: "key.create", target: { kind: "api_key", id }, detail });
  return { id, name, speaks_as: speaksAs, role, expires_at, api_key: key };
}

export function readKeys(deps: TenantDeps, tenantId: string): Promise<ApiKeyRow[]> {
  return withTenant(deps.db, tenantId, listApiKeys);
}

/**
 * Creates a key with the same rights as another one, and revokes that one at once unless it is kept for the change-over.
 * @throws AppError `not_found` for a key that is not valid.
 */
export async function rotateKey(
  deps: TenantDeps,
  actor: Actor,
  {
    tenantId,
    keyId,
    keepsOld,
    days,
  }: { tenantId: TenantId; keyId: string; keepsOld: boolean; days?: number | undefined },
): Promise<CreatedKey> {
  const made = await withTenant(deps.db, tenantId, async (tx) => {
    const old = (await listApiKeys(tx)).find(({ id, revokedAt }) => id === keyId && revokedAt === null);
    if (!old) throw new AppError("not_found", "API key not found, or already revoked.");
    const { name, role, speaksAs } = old;
    const made = await addKey(tx, actor, { tenantId, name, role, speaksAs, days });
    if (keepsOld) return made;
    await revokeApiKey(tx, keyId);
    await insertAudit(tx, { actor, action: "key.revoke", target: { kind: "api_key", id: keyId } });
    return made;
  });
  if (!keepsOld) await deps.recheckStreams(tenantId);
  return made;
}

/** Revokes a key and ends its open streams at once. @throws AppError `not_found`. */
export async function revokeKey(
  deps: TenantDeps,
  actor: Actor,
  input: { tenantId: string; keyId: string },
): Promise<void> {
  await withTenant(deps.db, input.tenantId, async (tx) => {
    if (!(await revokeApiKey(tx, input.keyId)))
      throw new AppError("not_found", "API key not found, or already revoked.");
    await insertAudit(tx, { actor, action: "key.revoke", target: { kind: "api_key", id: input.keyId } });
  });
  await deps.recheckStreams(input.tenantId);
}
