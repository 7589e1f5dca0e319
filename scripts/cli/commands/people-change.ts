import { z } from "zod";
import { memberRoleSchema } from "../../../protocol/admin.ts";
import type { PeopleCaller } from "../../../server/accounts/people/deps.ts";
import { changeRole, removePerson, resetTwoFactor, unlinkProvider } from "../../../server/accounts/people/members.ts";
import { makeResetLink } from "../../../server/accounts/people/reset-password.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { readPeople } from "../../../server/accounts/tenants/people.ts";
import { AppError } from "../../../server/core/errors.ts";
import { nearestOf } from "../../../server/core/text/nearest-of.ts";
import type { AppContext } from "../../../server/wiring/context.ts";
import { defineCommand } from "../command.ts";

const named = { tenant: z.string(), email: z.string() };

export const peopleRole = defineCommand({
  name: "people role",
  args: z.strictObject({ ...named, role: memberRoleSchema }),
  run: async (ctx, { role, ...who }) => {
    const { caller, personId, email } = await find(ctx, who);
    await changeRole(ctx.http.people, caller, { personId, role });
    return { id: personId, email, role };
  },
  render: ({ email, role }) => `${email} is now ${role === "admin" || role === "agent" ? "an" : "a"} ${role}.`,
});

export const peopleRemove = defineCommand({
  name: "people remove",
  args: z.strictObject(named),
  run: async (ctx, who) => {
    const { caller, personId, email } = await find(ctx, who);
    return { id: personId, email, tickets: await removePerson(ctx.http.people, caller, personId) };
  },
  render: ({ email, tickets }) =>
    `Removed ${email} and ended their sessions.${tickets > 0 ? ` ${tickets} tickets are now unassigned.` : ""}`,
});

export const peopleReset = defineCommand({
  name: "people reset",
  args: z.strictObject({ ...named, twoFactor: z.boolean() }),
  run: async (ctx, { twoFactor, ...who }) => {
    const { caller, personId, email } = await find(ctx, who);
    if (twoFactor) await resetTwoFactor(ctx.http.people, caller, personId);
    const { link, expires_at } = await makeResetLink(ctx.http.people, caller, personId);
    return { id: personId, email, link, expires_at, two_factor_off: twoFactor };
  },
  render: ({ email, link, expires_at, two_factor_off }) =>
    `${email} can set a new password with this single-use link until ${expires_at.slice(0, 16).replace("T", " ")} UTC:\n  ${link}${two_factor_off ? "\n\nTwo-factor authentication is off." : ""}`,
});

export const peopleUnlink = defineCommand({
  name: "people unlink",
  args: z.strictObject(named),
  run: async (ctx, who) => {
    const { caller, personId, email } = await find(ctx, who);
    await unlinkProvider(ctx.http.people, caller, personId);
    return { id: personId, email };
  },
  render: ({ email }) =>
    `${email} is unlinked and signed out. The next provider user who signs in with this address will be linked.`,
});

/** Finds the person with an e-mail address. @throws AppError `not_found`. */
async function find(
  ctx: AppContext,
  { tenant, email }: { tenant: string; email: string },
): Promise<{ caller: PeopleCaller; personId: string; email: string }> {
  const { tenants } = ctx.http;
  const tenantId = await resolveTenant(tenants, tenant);
  const people = await readPeople(tenants, tenantId);
  const wanted = email.trim().toLowerCase();
  const person = people.find((one) => one.email.toLowerCase() === wanted);
  if (!person) {
    const near = nearestOf(
      wanted,
      people.map((one) => one.email),
    );
    throw new AppError(
      "not_found",
      `No user of this tenant has the address ${email}${near ? `; did you mean ${near}?` : "."} List all users with: parley people list --tenant ${tenant}`,
    );
  }
  return {
    caller: { tenantId, id: operator.id, name: "Command line", actor: operator },
    personId: person.personId,
    email: person.email,
  };
}
