import { z } from "zod";
import { memberRoleSchema } from "../../../protocol/admin.ts";
import { operator } from "../../../server/tenants/deps.ts";
import { resolveTenant } from "../../../server/tenants/directory.ts";
import { createKey, readKeys, revokeKey } from "../../../server/tenants/keys.ts";
import { defineCommand } from "../command.ts";

export const keyCreate = defineCommand({
  name: "key create",
  args: z.strictObject({
    tenant: z.string(),
    name: z.string().min(1).max(100),
    speaksAs: z.string().trim().min(1).max(100).optional(),
    role: memberRoleSchema,
  }),
  run: async (ctx, { tenant, name, speaksAs, role }) => {
    const tenants = ctx.http.tenants;
    return createKey(tenants, operator, { tenantId: await resolveTenant(tenants, tenant), name, speaksAs, role });
  },
  render: (key) => `${key.api_key}\n\nKey ${key.id} (${key.name}, ${key.role}). It is not shown again.`,
});

export const keyList = defineCommand({
  name: "key list",
  args: z.strictObject({ tenant: z.string() }),
  run: async (ctx, { tenant }) => {
    const tenants = ctx.http.tenants;
    const keys = await readKeys(tenants, await resolveTenant(tenants, tenant));
    return {
      keys: keys.map(({ id, name, speaksAs, prefix, role, lastUsedAt, revokedAt }) => ({
        id,
        name,
        speaks_as: speaksAs,
        prefix,
        role,
        last_used_at: lastUsedAt?.toISOString() ?? null,
        revoked_at: revokedAt?.toISOString() ?? null,
      })),
    };
  },
  render: ({ keys }) =>
    keys
      .map(
        (key) =>
          `${key.id}  ${key.prefix}…  ${key.role.padEnd(7)}  ${key.revoked_at === null ? "in use " : "revoked"}  ${key.name}`,
      )
      .join("\n") || "No keys.",
});

export const keyRevoke = defineCommand({
  name: "key revoke",
  args: z.strictObject({ tenant: z.string(), id: z.uuid() }),
  run: async (ctx, { tenant, id }) => {
    const tenants = ctx.http.tenants;
    await revokeKey(tenants, operator, { tenantId: await resolveTenant(tenants, tenant), keyId: id });
    return { ok: true, id };
  },
  render: ({ id }) => `Key ${id} is revoked.`,
});
