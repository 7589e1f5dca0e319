import type { Response } from "express";
import { peopleRoutes } from "../../../protocol/routes/people.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import type { PeopleCaller } from "../people/deps.ts";
import { invite, resendInvitation, withdrawInvitation } from "../people/invitations.ts";
import { readPeople } from "../people/list.ts";
import { changeRole, countTickets, removePerson, resetTwoFactor } from "../people/members.ts";
import { readPicture } from "../people/picture.ts";
import { makeResetLink } from "../people/reset-password.ts";
import type { AgentCredentials } from "../sign-in/credentials.ts";
import { addPerson } from "../tenants/people.ts";

/** The URL contains the picture's version, so its content never changes. */
const pictureSeconds = 24 * 60 * 60;

/** The people of a tenant and their invitations. */
export function addPeopleRoutes(routes: Routes, ctx: Pick<HttpContext, "auth" | "people" | "tenants">): void {
  routes.implement(peopleRoutes, {
    listPeople: ({ caller }) => readPeople(ctx.people, caller.tenantId),
    addPerson: async ({ caller, body }) => {
      const person = { tenantId: caller.tenantId, ...body };
      const { personId, email, password } = await addPerson(ctx.tenants, actorOf(caller), person);
      return { id: personId, email, password };
    },
    changePersonRole: ({ caller, id, body }) =>
      changeRole(ctx.people, peopleCallerOf(caller), { personId: id, role: body.role }),
    removePerson: async ({ caller, id }) => ({ tickets: await removePerson(ctx.people, peopleCallerOf(caller), id) }),
    countPersonTickets: async ({ caller, id }) => ({ tickets: await countTickets(ctx.people, caller.tenantId, id) }),
    createResetLink: ({ caller, id }) => makeResetLink(ctx.people, peopleCallerOf(caller), id),
    resetTwoFactor: ({ caller, id }) => resetTwoFactor(ctx.people, peopleCallerOf(caller), id),
    readPersonPicture: async ({ caller, id, response }) =>
      sendPicture(response, await readPicture(ctx.people, caller.tenantId, id)),
    invitePerson: async ({ caller, body }) => {
      await ctx.auth.limits.take("invite_tenant", caller.tenantId);
      return invite(ctx.people, peopleCallerOf(caller), body);
    },
    resendInvitation: async ({ caller, id, body }) => {
      await ctx.auth.limits.take("invite_tenant", caller.tenantId);
      return resendInvitation(ctx.people, peopleCallerOf(caller), { id, link: body?.link });
    },
    withdrawInvitation: ({ caller, id }) => withdrawInvitation(ctx.people, peopleCallerOf(caller), id),
  });
}

function sendPicture(response: Response, { type, bytes }: Awaited<ReturnType<typeof readPicture>>): void {
  response.set({
    "Content-Type": type,
    "Content-Disposition": "inline",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": `private, max-age=${pictureSeconds}`,
  });
  response.send(Buffer.from(bytes));
}

function peopleCallerOf(caller: AgentCredentials): PeopleCaller {
  return { tenantId: caller.tenantId, id: caller.personId, name: caller.name, actor: actorOf(caller) };
}
