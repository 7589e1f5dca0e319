import type { RequestHandler, Response } from "express";
import { z } from "zod";
import {
  addSnippetRequestSchema,
  changeSnippetRequestSchema,
  snippetListQuerySchema,
} from "../../../protocol/admin-snippets.ts";
import { hasRole } from "../../accounts/sign-in/credentials.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import {
  addSnippet,
  changeSnippet,
  decideSnippet,
  deleteSnippet,
  listSnippets,
  readSnippet,
  type SnippetDecision,
  type SnippetKeeper,
} from "../documents/snippets.ts";

type LibraryContext = Pick<HttpContext, "knowledge">;
const snippetIdSchema = z.uuid();

/** `GET snippets`: one page, and how many there are of each state. */
export function listSnippetsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(snippetListQuerySchema, request.query);
    response.json(await listSnippets(knowledge, agentOf(response).tenantId, query));
  };
}

/** `GET snippets/:id`. */
export function readSnippetRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(snippetIdSchema, request.params.id);
    response.json(await readSnippet(knowledge, agentOf(response).tenantId, id));
  };
}

/** `POST snippets`: live at once by a manager, else proposed. */
export function addSnippetRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const texts = parseBody(addSnippetRequestSchema, request.body);
    const agent = agentOf(response);
    const added = { ...texts, keeper: keeperOf(response) };
    response.status(201).json(await addSnippet(asAgent(knowledge, agent), agent.tenantId, added));
  };
}

/** `PATCH snippets/:id`: its words. */
export function changeSnippetRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(snippetIdSchema, request.params.id);
    const change = parseBody(changeSnippetRequestSchema, request.body ?? {});
    const agent = agentOf(response);
    const keeper = keeperOf(response);
    response.json(await changeSnippet(asAgent(knowledge, agent), agent.tenantId, { id, change, keeper }));
  };
}

/** `POST snippets/:id/approve`, `reject` and `withdraw`. */
export function decideSnippetRoute({ knowledge }: LibraryContext, decision: SnippetDecision): RequestHandler {
  return async (request, response) => {
    const id = parseId(snippetIdSchema, request.params.id);
    const agent = agentOf(response);
    const keeper = keeperOf(response);
    response.json(await decideSnippet(asAgent(knowledge, agent), agent.tenantId, { id, decision, keeper }));
  };
}

/** `DELETE snippets/:id`. */
export function deleteSnippetRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(snippetIdSchema, request.params.id);
    const agent = agentOf(response);
    await deleteSnippet(asAgent(knowledge, agent), agent.tenantId, id);
    response.json({ ok: true });
  };
}

function keeperOf(response: Response): SnippetKeeper {
  const { personId, shownAs, role } = agentOf(response);
  return { id: personId, name: shownAs, isReviewer: hasRole(role, "manager") };
}
