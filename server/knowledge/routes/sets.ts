import type { RequestHandler } from "express";
import { changeSetRequestSchema, createSetRequestSchema, setNameSchema } from "../../../protocol/admin-sets.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { changeDocumentSet, createDocumentSet, deleteDocumentSet, listDocumentSets } from "../documents/sets.ts";

/** `GET sets`. */
export function listSetsRoute({ knowledge }: Pick<HttpContext, "knowledge">): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await listDocumentSets(knowledge, agentOf(response).tenantId) });
  };
}

/** `PATCH sets/:name`. Answers from the cache were chosen by the old order, so they go. */
export function changeSetRoute({ knowledge }: Pick<HttpContext, "knowledge">): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    const name = parseId(setNameSchema, request.params.name);
    const change = parseBody(changeSetRequestSchema, request.body);
    response.json(await changeDocumentSet(asAgent(knowledge, agent), agent.tenantId, { name, change }));
  };
}

/** `POST sets`: one that documents can be put into. */
export function createSetRoute({ knowledge }: Pick<HttpContext, "knowledge">): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    const set = parseBody(createSetRequestSchema, request.body);
    response.status(201).json(await createDocumentSet(asAgent(knowledge, agent), agent.tenantId, set));
  };
}

/** `DELETE sets/:name`: its documents stay. */
export function deleteSetRoute({ knowledge }: Pick<HttpContext, "knowledge">): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    const name = parseId(setNameSchema, request.params.name);
    await deleteDocumentSet(asAgent(knowledge, agent), agent.tenantId, name);
    response.json({ ok: true });
  };
}
