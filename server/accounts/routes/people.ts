import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import {
  addPersonRequestSchema,
  changePersonRequestSchema,
  inviteRequestSchema,
  resendRequestSchema,
} from "../../../protocol/admin-people.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import type { PeopleCaller } from "../people/deps.ts";
import { invite, resendInvitation, withdrawInvitation } from "../people/invitations.ts";
import { readPeople } from "../people/list.ts";
import { changeRole, countTickets, removePerson, resetTwoFactor } from "../people/members.ts";
import { makeResetLink } from "../people/reset-password.ts";
import { addPerson } from "../tenants/people.ts";

type PeopleContext = Pick<HttpContext, "people" | "tenants" | "auth">;

/** `GET people`: who works here and who is invited. */
export function listPeopleRoute({ people }: PeopleContext): RequestHandler {
  return async (_request, response) => {
    response.json(await readPeople(people, agentOf(response).tenantId));
  };
}

/** `POST people`: gives somebody an account; the password is in the answer and nowhere else. */
export function addPersonRoute({ tenants }: PeopleContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(addPersonRequestSchema, request.body);
    const agent = agentOf(response);
    const { personId, email, password } = await addPerson(tenants, actorOf(agent), {
      tenantId: agent.tenantId,
      ...body,
    });
    response.status(201).json({ id: personId, email, password });
  };
}

/** `PATCH people/:id`: another role. */
export function changePersonRoute({ people }: PeopleContext): RequestHandler {
  return async (request, response) => {
    const personId = idOf(request);
    const { role } = parseBody(changePersonRequestSchema, request.body);
    await changeRole(people, callerOf(response), { personId, role });
    response.json({ ok: true });
  };
}

/** `DELETE people/:id`: ends their work here, at once. */
export function removePersonRoute({ people }: PeopleContext): RequestHandler {
  return async (request, response) => {
    response.json({ tickets: await removePerson(people, callerOf(response), idOf(request)) });
  };
}

/** `GET people/:id/tickets`: how many they work on, for whoever is about to remove them. */
export function personTicketsRoute({ people }: PeopleContext): RequestHandler {
  return async (request, response) => {
    response.json({ tickets: await countTickets(people, agentOf(response).tenantId, idOf(request)) });
  };
}

/** `POST people/:id/reset-link`: the link is in the answer and nowhere else. */
export function resetLinkRoute({ people }: PeopleContext): RequestHandler {
  return async (request, response) => {
    response.status(201).json(await makeResetLink(people, callerOf(response), idOf(request)));
  };
}

/** `DELETE people/:id/two-factor`. */
export function resetTwoFactorRoute({ people }: PeopleContext): RequestHandler {
  return async (request, response) => {
    await resetTwoFactor(people, callerOf(response), idOf(request));
    response.json({ ok: true });
  };
}

/** `POST people/invitations`. */
export function inviteRoute({ people, auth }: PeopleContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(inviteRequestSchema, request.body);
    const caller = callerOf(response);
    await auth.limits.take("invite_tenant", caller.tenantId);
    response.status(201).json(await invite(people, caller, body));
  };
}

/** `POST people/invitations/:id/resend`: a new link, by mail or in the answer. */
export function resendInvitationRoute({ people, auth }: PeopleContext): RequestHandler {
  return async (request, response) => {
    const id = idOf(request);
    const { link } = parseBody(resendRequestSchema, request.body) ?? {};
    const caller = callerOf(response);
    await auth.limits.take("invite_tenant", caller.tenantId);
    response.json(await resendInvitation(people, caller, { id, link }));
  };
}

/** `DELETE people/invitations/:id`. */
export function withdrawInvitationRoute({ people }: PeopleContext): RequestHandler {
  return async (request, response) => {
    await withdrawInvitation(people, callerOf(response), idOf(request));
    response.json({ ok: true });
  };
}

function idOf(request: Request): string {
  return parseId(z.uuid(), request.params.id);
}

function callerOf(response: Response): PeopleCaller {
  const agent = agentOf(response);
  return { tenantId: agent.tenantId, id: agent.personId, name: agent.name, actor: actorOf(agent) };
}
