import { z } from "zod";
import { memberRoleSchema } from "../../../protocol/admin.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { addPerson, readPeople } from "../../../server/accounts/tenants/people.ts";
import { defineTenantCommand } from "../command.ts";

export const peopleInvite = defineTenantCommand({
  name: "people invite",
  args: z.strictObject({ tenant: z.string(), email: z.string(), name: z.string().optional(), role: memberRoleSchema }),
  run: async (ctx, { tenantId, ...person }) => {
    const tenants = ctx.http.tenants;
    const account = await addPerson(tenants, operator, { tenantId, ...person });
    return {
      id: account.personId,
      email: account.email,
      password: account.password,
      console_url: `${tenants.publicUrl}/console`,
    };
  },
  render: (account) =>
    `${account.email} can sign in at ${account.console_url}\n  password  ${account.password}\n\nThe password will not be shown again.`,
});

export const peopleList = defineTenantCommand({
  name: "people list",
  args: z.strictObject({ tenant: z.string() }),
  run: async (ctx, { tenantId }) => {
    const people = await readPeople(ctx.http.tenants, tenantId);
    return { people: people.map(({ personId, name, email, role }) => ({ id: personId, name, email, role })) };
  },
  render: ({ people }) =>
    people.map((person) => `${person.role.padEnd(7)}  ${person.email}  ${person.name}`).join("\n") ||
    "No people yet. Add one with: parley people invite",
});
