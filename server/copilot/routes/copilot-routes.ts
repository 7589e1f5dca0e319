import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import {
  branchComparisonSchema,
  branchRequestSchema,
  branchTreeSchema,
  comparisonQuerySchema,
  eraseQuerySchema,
  mergeRequestSchema,
} from "../../../protocol/copilot-branches.ts";
import {
  contextPreviewRequestSchema,
  contextPreviewSchema,
  copilotPreferencesSchema,
  dismissalSchema,
  messageContextSchema,
  preferenceChangeSchema,
} from "../../../protocol/copilot-preferences.ts";
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
import { documentIdSchema } from "../../../protocol/ids.ts";
import {
  dismissDocument,
  listPreferences,
  resetPreferences,
  setPreference,
} from "../../assistant/retrieval-context/preferences.ts";
import { actorOf } from "../../http/actor.ts";
import { requireRole } from "../../http/agent.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import type { Routes } from "../../http/routes.ts";
import { strip } from "../../http/strip.ts";
import { bringBack, forkTalk, readTree } from "../conversations/branches.ts";
import { compareBranches } from "../conversations/compare-branches.ts";
import { previewContext, readContext } from "../conversations/context.ts";
import type { RunPlace } from "../conversations/deps.ts";
import { answerQuestion, beginTalk, cancelRun, retryRun, sendMessage } from "../conversations/messages.ts";
import { changeTalk, eraseTalk, judge, listTalks, readMenu, readTalk } from "../conversations/talks.ts";

type Context = Pick<HttpContext, "workspace" | "auth">;
type Agent = ReturnType<typeof agentOf>;

const conversationOf = ({ params }: Request) => parseId(z.uuid(), params["id"]);
const placeOf = (request: Request) => ({
  conversationId: conversationOf(request),
  messageId: parseId(z.uuid(), request.params["message"]),
});
const documentOf = ({ params }: Request) => parseId(documentIdSchema, params["document"]);

/** The copilot of agents and knowledge managers: a person's conversations and preferences are their own. */
export function addCopilotRoutes(routes: Routes, ctx: Context, json: RequestHandler[]): void {
  addConversations(routes, ctx, json);
  addMessages(routes, ctx, json);
  addBranches(routes, ctx, json);
  addPreferences(routes, ctx, json);
}

/** A handler that is told who asks. */
function by(work: (request: Request, response: Response, agent: Agent) => Promise<unknown>): RequestHandler {
  return async (request, response) => {
    await work(request, response, agentOf(response));
  };
}

/** Handlers that answer with a conversation after a change. @param work gives its id */
function talkHandlers({ workspace }: Pick<Context, "workspace">) {
  return (status: number, work: (request: Request, agent: Agent) => string | Promise<string>) =>
    by(async (request, response, agent) => {
      const id = await work(request, agent);
      response.status(status).json(strip(copilotTalkSchema, await readTalk(workspace, agent, id)));
    });
}

function addConversations(routes: Routes, { workspace, auth }: Context, json: RequestHandler[]): void {
  const agent = requireRole("agent");
  const menu = by(async (_request, response, { tenantId }) => {
    response.json(strip(copilotMenuSchema, await readMenu(workspace, tenantId)));
  });
  const list = by(async (request, response, agent) => {
    const { q = "", archived, cursor = null } = parseBody(copilotListQuerySchema, request.query);
    const wish = { words: q, isArchived: archived === "true", cursor };
    response.json(strip(copilotListSchema, await listTalks(workspace, agent, wish)));
  });
  const talk = talkHandlers({ workspace });
  const begin = talk(201, async (request, agent) => {
    const wish = parseBody(newConversationSchema, request.body);
    if (wish.message) await auth.limits.take("aid_caller", agent.personId);
    return beginTalk(workspace, agent, wish);
  });
  const read = talk(200, conversationOf);
  const change = by(async (request, response, agent) => {
    const wish = parseBody(conversationChangeSchema, request.body);
    const changed = await changeTalk(workspace, agent, { ...wish, id: conversationOf(request) });
    response.json(strip(copilotConversationSchema, changed));
  });
  const erase = by(async (request, response, agent) => {
    const { branches } = parseBody(eraseQuerySchema, request.query);
    await eraseTalk(workspace, agent, { id: conversationOf(request), branches });
    response.json({ ok: true });
  });
  routes.add("/copilot/menu", { get: [agent, menu] });
  routes.add("/copilot/conversations", { get: [agent, list], post: [agent, ...json, begin] });
  routes.add("/copilot/conversations/:id", {
    get: [agent, read],
    patch: [agent, ...json, change],
    delete: [agent, erase],
  });
}

function addMessages(routes: Routes, { workspace, auth }: Context, json: RequestHandler[]): void {
  const change = [requireRole("agent"), ...json];
  const path = "/copilot/conversations/:id/messages";
  const talk = talkHandlers({ workspace });
  /** The same for what is done with one message. */
  const onMessage = (status: number, work: (request: Request, agent: Agent, place: RunPlace) => Promise<void>) =>
    talk(status, async (request, agent) => {
      const place = placeOf(request);
      await work(request, agent, place);
      return place.conversationId;
    });
  const send = talk(202, async (request, agent) => {
    const conversationId = conversationOf(request);
    const sent = parseBody(copilotSendSchema, request.body);
    await auth.limits.take("aid_caller", agent.personId);
    await sendMessage(workspace, agent, { ...sent, conversationId });
    return conversationId;
  });
  const answer = onMessage(202, ({ body }, agent, place) => {
    const { question_id: questionId, answer: given } = parseBody(copilotAnswerSchema, body);
    return answerQuestion(workspace, agent, { ...place, questionId, answer: given });
  });
  const cancel = onMessage(200, (_request, agent, place) => cancelRun(workspace, agent, place));
  const retry = onMessage(202, async (_request, agent, place) => {
    await auth.limits.take("aid_caller", agent.personId);
    await retryRun(workspace, agent, place);
  });
  const judgeFinding = onMessage(200, ({ body, params }, agent, place) => {
    const findingId = parseId(z.string().min(1).max(100), params["finding"]);
    return judge(workspace, agent, { ...parseBody(judgementRequestSchema, body), ...place, findingId });
  });
  const context = by(async (request, response, agent) => {
    response.json(strip(messageContextSchema, { context: await readContext(workspace, agent, placeOf(request)) }));
  });
  routes.add(path, { post: [...change, send] });
  routes.add(`${path}/:message/answer`, { post: [...change, answer] });
  routes.add(`${path}/:message/cancel`, { post: [...change, cancel] });
  routes.add(`${path}/:message/retry`, { post: [...change, retry] });
  routes.add(`${path}/:message/findings/:finding`, { patch: [...change, judgeFinding] });
  routes.add(`${path}/:message/context`, { get: [requireRole("agent"), context] });
}

function addBranches(routes: Routes, { workspace, auth }: Context, json: RequestHandler[]): void {
  const agent = requireRole("agent");
  const path = "/copilot/conversations/:id";
  const talk = talkHandlers({ workspace });
  const fork = talk(201, async (request, agent) => {
    const place = placeOf(request);
    const wish = parseBody(branchRequestSchema, request.body);
    await auth.limits.take("aid_caller", agent.personId);
    await forkTalk(workspace, agent, { ...wish, ...place });
    return wish.id;
  });
  const tree = by(async (request, response, agent) => {
    response.json(strip(branchTreeSchema, await readTree(workspace, agent, conversationOf(request))));
  });
  const comparison = by(async (request, response, agent) => {
    const { with: right } = parseBody(comparisonQuerySchema, request.query);
    const compared = await compareBranches(workspace, agent, { left: conversationOf(request), right });
    response.json(strip(branchComparisonSchema, compared));
  });
  const merge = talk(201, async (request, agent) => {
    const conversationId = conversationOf(request);
    const wish = parseBody(mergeRequestSchema, request.body);
    await bringBack(workspace, { ...agent, actor: actorOf(agent) }, { ...wish, conversationId });
    return conversationId;
  });
  routes.add(`${path}/messages/:message/branches`, { post: [agent, ...json, fork] });
  routes.add(`${path}/tree`, { get: [agent, tree] });
  routes.add(`${path}/comparison`, { get: [agent, comparison] });
  routes.add(`${path}/merges`, { post: [agent, ...json, merge] });
}

function addPreferences(routes: Routes, { workspace, auth }: Context, json: RequestHandler[]): void {
  const agent = requireRole("agent");
  const preview = by(async (request, response, agent) => {
    const typed = parseBody(contextPreviewRequestSchema, request.body);
    await auth.limits.take("preview_caller", agent.personId);
    response.json(strip(contextPreviewSchema, await previewContext(workspace, agent, typed)));
  });
  /** Answers with the preferences after a change. */
  const listed = (work: (request: Request, agent: Agent) => Promise<void>) =>
    by(async (request, response, agent) => {
      await work(request, agent);
      response.json(strip(copilotPreferencesSchema, await listPreferences(workspace, agent)));
    });
  const set = listed((request, agent) => {
    const { stance } = parseBody(preferenceChangeSchema, request.body);
    return setPreference(workspace, agent, { documentId: documentOf(request), stance });
  });
  const dismiss = listed((request, agent) => {
    const { message_id: occasionId } = parseBody(dismissalSchema, request.body);
    return dismissDocument(workspace, agent, { documentId: documentOf(request), occasionId });
  });
  const path = "/copilot/preferences";
  routes.add("/copilot/context", { post: [agent, ...json, preview] });
  routes.add(path, {
    get: [agent, listed(async () => {})],
    delete: [agent, listed((_request, agent) => resetPreferences(workspace, agent))],
  });
  routes.add(`${path}/:document`, {
    patch: [agent, ...json, set],
    delete: [agent, listed((request, agent) => resetPreferences(workspace, agent, documentOf(request)))],
  });
  routes.add(`${path}/:document/dismissals`, { post: [agent, ...json, dismiss] });
}
