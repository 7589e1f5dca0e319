import { z } from "zod";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { rotateIdentity } from "../../../server/accounts/tenants/identity.ts";
import { changeSettings } from "../../../server/accounts/tenants/settings.ts";
import { defineTenantCommand } from "../command.ts";

export const identityRotate = defineTenantCommand({
  name: "tenant identity rotate",
  args: z.strictObject({ tenant: z.string(), overlapHours: z.number() }),
  run: async (ctx, { tenantId, overlapHours }) => {
    const tenants = ctx.http.tenants;
    return { tenant_id: tenantId, ...(await rotateIdentity(tenants, operator, { tenantId, overlapHours })) };
  },
  render: ({ identity_secret, previous_valid_until }) => `${identity_secret}

Put it on your site's server. ${
    previous_valid_until === null
      ? "The old secret is no longer valid."
      : `The old secret is valid until ${previous_valid_until}.`
  } The new secret will not be shown again.`,
});

export const identityRequire = defineTenantCommand({
  name: "tenant identity require",
  args: z.strictObject({ tenant: z.string(), on: z.boolean() }),
  run: async (ctx, { tenantId, on }) => {
    const tenants = ctx.http.tenants;
    const settings = await changeSettings(tenants, operator, { tenantId, patch: { require_identity: on } });
    return { tenant_id: tenantId, require_identity: settings.require_identity };
  },
  render: ({ require_identity }) =>
    require_identity
      ? "Only verified visitors can chat now. Anonymous sessions have ended."
      : "Anonymous visitors can chat again.",
});
