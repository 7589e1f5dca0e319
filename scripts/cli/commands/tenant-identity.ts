import { z } from "zod";
import { operator } from "../../../server/tenants/deps.ts";
import { resolveTenant } from "../../../server/tenants/directory.ts";
import { rotateIdentity } from "../../../server/tenants/identity.ts";
import { changeSettings } from "../../../server/tenants/settings.ts";
import { defineCommand } from "../command.ts";

export const identityRotate = defineCommand({
  name: "tenant identity rotate",
  args: z.strictObject({ tenant: z.string(), overlapHours: z.number() }),
  run: async (ctx, { tenant, overlapHours }) => {
    const tenants = ctx.http.tenants;
    const tenantId = await resolveTenant(tenants, tenant);
    return { tenant_id: tenantId, ...(await rotateIdentity(tenants, operator, { tenantId, overlapHours })) };
  },
  render: ({ identity_secret, previous_valid_until }) => `${identity_secret}

Put it on your site's server. ${
    previous_valid_until === null
      ? "The old secret has ended."
      : `The old secret is good until ${previous_valid_until}.`
  } The new one is not shown again.`,
});

export const identityRequire = defineCommand({
  name: "tenant identity require",
  args: z.strictObject({ tenant: z.string(), on: z.boolean() }),
  run: async (ctx, { tenant, on }) => {
    const tenants = ctx.http.tenants;
    const tenantId = await resolveTenant(tenants, tenant);
    const settings = await changeSettings(tenants, operator, { tenantId, patch: { require_identity: on } });
    return { tenant_id: tenantId, require_identity: settings.require_identity };
  },
  render: ({ require_identity }) =>
    require_identity
      ? "From now on only visitors whom your server has signed are served; sessions without a signature have ended."
      : "Anonymous visitors are served again.",
});
