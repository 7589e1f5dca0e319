import { z } from "zod";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { addSupportAddress, removeSupportAddress } from "../../../server/accounts/tenants/support-addresses.ts";
import { defineCommand } from "../command.ts";

const args = z.strictObject({ tenant: z.string(), address: z.string() });

export const addressAdd = defineCommand({
  name: "address add",
  args,
  run: async (ctx, { tenant, address }) => {
    const tenants = ctx.http.tenants;
    const tenantId = await resolveTenant(tenants, tenant);
    return { addresses: await addSupportAddress(tenants, operator, { tenantId, address }) };
  },
  render: showAddresses,
});

export const addressRemove = defineCommand({
  name: "address remove",
  args,
  run: async (ctx, { tenant, address }) => {
    const tenants = ctx.http.tenants;
    const tenantId = await resolveTenant(tenants, tenant);
    return { addresses: await removeSupportAddress(tenants, operator, { tenantId, address }) };
  },
  render: showAddresses,
});

function showAddresses({ addresses }: { addresses: string[] }): string {
  return addresses.length === 0
    ? "No support addresses. E-mails to the tenant's own address still begin tickets."
    : `Support addresses:\n${addresses.map((address) => `  ${address}`).join("\n")}`;
}
