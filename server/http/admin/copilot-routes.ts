import type { RequestHandler } from "express";
import { z } from "zod";
import { eraseQuerySchema } from "../../../protocol/copilot-branches.ts";
import {
  conversationChangeSchema,
  copilotAnswerSchema,
  copilotConversationSchema,
  copilotListQuerySchema,
  copilotListSchema,
  copilotMenuSchema,
  copilotSendSchema,
  copilotTalkSchema,
  judgementRequestSchema,
  newConversationSchema,
} from "../../../protocol/copilot-talk.ts";
import { answerQuestion, beginTalk, cancelRun, retryRun, sendMessage } from "../../workspace/messages.ts";
import { changeTalk, eraseTalk, judge, listTalks, readMenu, readTalk } from "../../workspace/talks.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
import type { Routes } from "../routes.ts";
import { strip } from "../strip.ts";
import { requireRole } from "./agent.ts";

type Context = Pick<HttpContext, "workspace" | "auth">;
type Params = Record<string, string | string[] | undefined>;

/** The copilot of agents and knowledge managers: everybody's conversations are their own. */
export function addCopilotRoutes(routes: Routes, ctx: Context, json: RequestHandler[]): void {
  const agent = requireRole("agent");
  const change = [agent, ...json];
  routes.add("/copilot/menu", { get: [agent, menuRoute(ctx)] });
  routes.add("/copilot/conversations", { get: [agent, listRoute(ctx)], post: [...change, beginRoute(ctx)] });
  routes.add("/copilot/conversations/:id", {
    get: [agent, readRoute(ctx)],
    patch: [...change, changeRoute(ctx)],
    delete: [agent, eraseRoute(ctx)],
  });
  routes.add("/copilot/conversations/:id/messages", { post: [...change, sendRoute(ctx)] });
  routes.add("/copilot/conversations/:id/messages/:message/answer", { post: [...change, answerRoute(ctx)] });
  routes.add("/copilot/conversations/:id/messages/:message/cancel", { post: [...change, cancelRoute(ctx)] });
  routes.add("/copilot/conversations/:id/messages/:message/retry", { post: [...change, retryRoute(ctx)] });
  routes.add("/copilot/conversations/:id/messages/:message/findings/:finding", { patch: [...change, judgeRoute(ctx)] });
}

const idOf = (params: Params) => parseId(z.uuid(), params["id"]);
const placeOf = (params: Params) => ({
  conversationId: idOf(params),
  messageId: parseId(z.uuid(), params["message"]),
});

function menuRoute({ workspace }: Context): RequestHandler {
  return async (_request, response) => {
    response.json(strip(copilotMenuSchema, await readMenu(workspace, agentOf(response).tenantId)));
  };
}

function listRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const { q = "", archived, cursor = null } = parseBody(copilotListQuerySchema, request.query);
    const wish = { words: q, isArchived: archived === "true", cursor };
    response.json(strip(copilotListSchema, await listTalks(workspace, agentOf(response), wish)));
  };
}

function beginRoute({ workspace, auth }: Context): RequestHandler {
  return async (request, response) => {
    const wish = parseBody(newConversationSchema, request.body);
    const agent = agentOf(response);
    if (wish.message) await auth.limits.take("aid_caller", agent.personId);
    const id = await beginTalk(workspace, agent, wish);
    await answerWithTalk(response, { workspace, id, status: 201 });
  };
}

function readRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const id = idOf(request.params);
    response.json(strip(copilotTalkSchema, await readTalk(workspace, agentOf(response), id)));
  };
}

function changeRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const id = idOf(request.params);
    const change = parseBody(conversationChangeSchema, request.body);
    const changed = await changeTalk(workspace, agentOf(response), { ...change, id });
    response.json(strip(copilotConversationSchema, changed));
  };
}

function eraseRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const { branches } = parseBody(eraseQuerySchema, request.query);
    await eraseTalk(workspace, agentOf(response), { id: idOf(request.params), branches });
    response.json({ ok: true });
  };
}

function sendRoute({ workspace, auth }: Context): RequestHandler {
  return async (request, response) => {
    const conversationId = idOf(request.params);
    const sent = parseBody(copilotSendSchema, request.body);
    const agent = agentOf(response);
    await auth.limits.take("aid_caller", agent.personId);
    await sendMessage(workspace, agent, { ...sent, conversationId });
    await answerWithTalk(response, { workspace, id: conversationId, status: 202 });
  };
}

function answerRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const place = placeOf(request.params);
    const { question_id: questionId, answer } = parseBody(copilotAnswerSchema, request.body);
    await answerQuestion(workspace, agentOf(response), { ...place, questionId, answer });
    await answerWithTalk(response, { workspace, id: place.conversationId, status: 202 });
  };
}

function cancelRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const place = placeOf(request.params);
    await cancelRun(workspace, agentOf(response), place);
    await answerWithTalk(response, { workspace, id: place.conversationId, status: 200 });
  };
}

function retryRoute({ workspace, auth }: Context): RequestHandler {
  return async (request, response) => {
    const place = placeOf(request.params);
    const agent = agentOf(response);
    await auth.limits.take("aid_caller", agent.personId);
    await retryRun(workspace, agent, place);
    await answerWithTalk(response, { workspace, id: place.conversationId, status: 202 });
  };
}

function judgeRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const place = placeOf(request.params);
    const findingId = parseId(z.string().min(1).max(100), request.params["finding"]);
    const wish = parseBody(judgementRequestSchema, request.body);
    const agent = agentOf(response);
    await judge(workspace, { ...agent, name: agent.name }, { ...wish, ...place, findingId });
    await answerWithTalk(response, { workspace, id: place.conversationId, status: 200 });
  };
}

/** How the conversation stands after it was spoken in. */
export async function answerWithTalk(
  response: Parameters<RequestHandler>[1],
  { workspace, id, status }: Pick<Context, "workspace"> & { id: string; status: number },
): Promise<void> {
  response.status(status).json(strip(copilotTalkSchema, await readTalk(workspace, agentOf(response), id)));
}
