import { z } from "zod";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { addSupportAddress, removeSupportAddress } from "../../../server/accounts/tenants/support-addresses.ts";
import { defineTenantCommand } from "../command.ts";

const args = z.strictObject({ tenant: z.string(), address: z.string() });

export const addressAdd = defineTenantCommand({
  name: "address add",
  args,
  run: async (ctx, { tenantId, address }) => {
    const tenants = ctx.http.tenants;
    return { addresses: await addSupportAddress(tenants, operator, { tenantId, address }) };
  },
  render: showAddresses,
});

export const addressRemove = defineTenantCommand({
  name: "address remove",
  args,
  run: async (ctx, { tenantId, address }) => {
    const tenants = ctx.http.tenants;
    return { addresses: await removeSupportAddress(tenants, operator, { tenantId, address }) };
  },
  render: showAddresses,
});

function showAddresses({ addresses }: { addresses: string[] }): string {
  return addresses.length === 0
    ? "No support addresses. E-mails to the tenant's own address still begin tickets."
    : `Support addresses:\n${addresses.map((address) => `  ${address}`).join("\n")}`;
}
