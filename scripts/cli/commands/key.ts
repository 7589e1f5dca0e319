import { z } from "zod";
import { memberRoleSchema } from "../../../protocol/admin.ts";
import { maxKeyDays } from "../../../protocol/admin-people.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { createKey, readKeys, revokeKey, rotateKey } from "../../../server/accounts/tenants/keys.ts";
import { defineTenantCommand } from "../command.ts";

export const keyCreate = defineTenantCommand({
  name: "key create",
  args: z.strictObject({
    tenant: z.string(),
    name: z.string().min(1).max(100),
    speaksAs: z.string().trim().min(1).max(100).optional(),
    role: memberRoleSchema,
    expires: z.coerce.number().int().min(1).max(maxKeyDays).optional(),
  }),
  run: async (ctx, { tenantId, name, speaksAs, role, expires: days }) => {
    const tenants = ctx.http.tenants;
    return createKey(tenants, operator, { tenantId, name, speaksAs, role, days });
  },
  render: (key) =>
    `${key.api_key}\n\nCreated key ${key.id} (${key.name}, ${key.role})${key.expires_at ? `, expires ${key.expires_at}` : ""}. It will not be shown again.`,
});

export const keyList = defineTenantCommand({
  name: "key list",
  args: z.strictObject({ tenant: z.string() }),
  run: async (ctx, { tenantId }) => {
    const tenants = ctx.http.tenants;
    const keys = await readKeys(tenants, tenantId);
    return {
      keys: keys.map(({ id, name, speaksAs, prefix, role, lastUsedAt, expiresAt, revokedAt }) => ({
        id,
        name,
        speaks_as: speaksAs,
        prefix,
        role,
        last_used_at: lastUsedAt?.toISOString() ?? null,
        expires_at: expiresAt?.toISOString() ?? null,
        revoked_at: revokedAt?.toISOString() ?? null,
      })),
    };
  },
  render: ({ keys }) =>
    keys.map((key) => `${key.id}  ${key.prefix}…  ${key.role.padEnd(7)}  ${stateOf(key)}  ${key.name}`).join("\n") ||
    "No API keys yet. Create one with: parley key create",
});

export const keyRotate = defineTenantCommand({
  name: "key rotate",
  args: z.strictObject({
    tenant: z.string(),
    id: z.uuid(),
    keepOld: z.boolean(),
    expires: z.coerce.number().int().min(1).max(maxKeyDays).optional(),
  }),
  run: async (ctx, { tenantId, id, keepOld: keepsOld, expires: days }) => {
    const tenants = ctx.http.tenants;
    return {
      ...(await rotateKey(tenants, operator, { tenantId, keyId: id, keepsOld, days })),
      replaces: id,
      keeps_old: keepsOld,
    };
  },
  render: (key) =>
    `${key.api_key}\n\nKey ${key.id} (${key.name}, ${key.role}) replaces ${key.replaces}, which ${key.keeps_old ? "stays active until you run parley key revoke" : "is revoked"}. It will not be shown again.`,
});

export const keyRevoke = defineTenantCommand({
  name: "key revoke",
  args: z.strictObject({ tenant: z.string(), id: z.uuid() }),
  run: async (ctx, { tenantId, id }) => {
    const tenants = ctx.http.tenants;
    await revokeKey(tenants, operator, { tenantId, keyId: id });
    return { ok: true, id };
  },
  render: ({ id }) => `Revoked key ${id}.`,
});

function stateOf({ revoked_at, expires_at }: { revoked_at: string | null; expires_at: string | null }): string {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && new Date(expires_at) <= new Date() ? "expired" : "active ";
}
