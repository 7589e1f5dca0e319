import { z } from "zod";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { addDomain, removeDomain } from "../../../server/accounts/tenants/domains.ts";
import { defineTenantCommand } from "../command.ts";

const args = z.strictObject({ tenant: z.string(), domain: z.string() });

export const domainAdd = defineTenantCommand({
  name: "domain add",
  args,
  run: async (ctx, { tenantId, domain }) => {
    const tenants = ctx.http.tenants;
    return { domains: await addDomain(tenants, operator, { tenantId, entry: domain }) };
  },
  render: showDomains,
});

export const domainRemove = defineTenantCommand({
  name: "domain remove",
  args,
  run: async (ctx, { tenantId, domain }) => {
    const tenants = ctx.http.tenants;
    return { domains: await removeDomain(tenants, operator, { tenantId, entry: domain }) };
  },
  render: showDomains,
});

function showDomains({ domains }: { domains: string[] }): string {
  return domains.length === 0
    ? "No allowed domains. No page can start a chat."
    : `Allowed domains:\n${domains.map((domain) => `  ${domain}`).join("\n")}`;
}
