import type { RequestHandler } from "express";
import { z } from "zod";
import {
  branchComparisonSchema,
  branchRequestSchema,
  branchTreeSchema,
  comparisonQuerySchema,
  mergeRequestSchema,
} from "../../../protocol/copilot-branches.ts";
import { bringBack } from "../../workspace/bring-back.ts";
import { compareBranches } from "../../workspace/compare-branches.ts";
import { readTree } from "../../workspace/family.ts";
import { forkTalk } from "../../workspace/fork.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
import type { Routes } from "../routes.ts";
import { strip } from "../strip.ts";
import { actorOf } from "./actor.ts";
import { requireRole } from "./agent.ts";
import { answerWithTalk } from "./copilot-routes.ts";

type Context = Pick<HttpContext, "workspace" | "auth">;
type Params = Record<string, string | string[] | undefined>;

/** Branches of a person's conversations with the copilot. */
export function addBranchRoutes(routes: Routes, ctx: Context, json: RequestHandler[]): void {
  const agent = requireRole("agent");
  const change = [agent, ...json];
  routes.add("/copilot/conversations/:id/messages/:message/branches", { post: [...change, forkRoute(ctx)] });
  routes.add("/copilot/conversations/:id/tree", { get: [agent, treeRoute(ctx)] });
  routes.add("/copilot/conversations/:id/comparison", { get: [agent, comparisonRoute(ctx)] });
  routes.add("/copilot/conversations/:id/merges", { post: [...change, mergeRoute(ctx)] });
}

const idOf = (params: Params) => parseId(z.uuid(), params["id"]);

function forkRoute({ workspace, auth }: Context): RequestHandler {
  return async (request, response) => {
    const place = { conversationId: idOf(request.params), messageId: parseId(z.uuid(), request.params["message"]) };
    const wish = parseBody(branchRequestSchema, request.body);
    const agent = agentOf(response);
    await auth.limits.take("aid_caller", agent.personId);
    await forkTalk(workspace, agent, { ...wish, ...place });
    await answerWithTalk(response, { workspace, id: wish.id, status: 201 });
  };
}

function treeRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    response.json(strip(branchTreeSchema, await readTree(workspace, agentOf(response), idOf(request.params))));
  };
}

function comparisonRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const left = idOf(request.params);
    const { with: right } = parseBody(comparisonQuerySchema, request.query);
    const compared = await compareBranches(workspace, agentOf(response), { left, right });
    response.json(strip(branchComparisonSchema, compared));
  };
}

function mergeRoute({ workspace }: Context): RequestHandler {
  return async (request, response) => {
    const conversationId = idOf(request.params);
    const wish = parseBody(mergeRequestSchema, request.body);
    const agent = agentOf(response);
    const { tenantId, personId, name } = agent;
    await bringBack(workspace, { tenantId, personId, name, actor: actorOf(agent) }, { ...wish, conversationId });
    await answerWithTalk(response, { workspace, id: conversationId, status: 201 });
  };
}
