import type { RequestHandler } from "express";
import { addPersonRequestSchema } from "../../../protocol/admin-people.ts";
import type { TenantDeps } from "../../tenants/deps.ts";
import { addPerson, readPeople } from "../../tenants/people.ts";
import { agentOf } from "../credentials.ts";
import { parseBody } from "../parse.ts";
import { actorOf } from "./actor.ts";

/** `GET people`. */
export function listPeopleRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    const people = await readPeople(tenants, agentOf(response).tenantId);
    const items = people.map(({ personId, name, email, role, createdAt }) => ({
      id: personId,
      name,
      email,
      role,
      created_at: createdAt.toISOString(),
    }));
    response.json({ items });
  };
}

/** `POST people`: gives somebody an account; the password is in the answer and nowhere else. */
export function addPersonRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const body = parseBody(addPersonRequestSchema, request.body);
    const agent = agentOf(response);
    const { personId, email, password } = await addPerson(tenants, actorOf(agent), {
      tenantId: agent.tenantId,
      ...body,
    });
    response.status(201).set("Cache-Control", "no-store").json({ id: personId, email, password });
  };
}
