import { keyRoutes } from "../../../protocol/routes/keys.ts";
import { settingsRoutes } from "../../../protocol/routes/settings.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { addDomain, removeDomain } from "../tenants/domains.ts";
import { readEmbed } from "../tenants/embed.ts";
import { createKey, readKeys, revokeKey } from "../tenants/keys.ts";
import { changeSettings, readSettings } from "../tenants/settings.ts";

type TenantContext = Pick<HttpContext, "tenants">;

export function addSettingsRoutes(routes: Routes, ctx: TenantContext): void {
  routes.implement(settingsRoutes, {
    readSettings: ({ caller }) => readSettings(ctx.tenants, caller.tenantId),
    changeSettings: ({ caller, body: patch }) =>
      changeSettings(ctx.tenants, actorOf(caller), { tenantId: caller.tenantId, patch }),
    readEmbedSnippet: ({ caller }) => readEmbed(ctx.tenants, caller.tenantId),
    allowDomain: async ({ caller, body }) => {
      const change = { tenantId: caller.tenantId, entry: body.domain };
      return { domains: await addDomain(ctx.tenants, actorOf(caller), change) };
    },
    removeDomain: async ({ caller, body }) => {
      const change = { tenantId: caller.tenantId, entry: body.domain };
      return { domains: await removeDomain(ctx.tenants, actorOf(caller), change) };
    },
  });
}

export function addKeyRoutes(routes: Routes, ctx: TenantContext): void {
  routes.implement(keyRoutes, {
    listKeys: async ({ caller }) => {
      const keys = await readKeys(ctx.tenants, caller.tenantId);
      const items = keys.map(({ speaksAs, createdAt, lastUsedAt, expiresAt, revokedAt, ...same }) => ({
        ...same,
        speaks_as: speaksAs,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
        expires_at: expiresAt?.toISOString() ?? null,
        revoked_at: revokedAt?.toISOString() ?? null,
      }));
      return { items };
    },
    createKey: ({ caller, body: { speaks_as: speaksAs, expires_in_days: days, ...body } }) =>
      createKey(ctx.tenants, actorOf(caller), { tenantId: caller.tenantId, speaksAs, days, ...body }),
    revokeKey: ({ caller, id: keyId }) => revokeKey(ctx.tenants, actorOf(caller), { tenantId: caller.tenantId, keyId }),
  });
}
