import type { RequestHandler } from "express";
import { z } from "zod";
import { visitorIdSchema } from "../../../protocol/ids.ts";
import {
  memoriesErasedSchema,
  memoryChangeSchema,
  memoryListQuerySchema,
  memoryListResponseSchema,
  memorySchema,
  newMemorySchema,
} from "../../../protocol/memories.ts";
import { actorOf } from "../../http/actor.ts";
import { requireRole } from "../../http/agent.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import type { Routes } from "../../http/routes.ts";
import { strip } from "../../http/strip.ts";
import { addMemory, changeMemory, eraseMemories, eraseMemory, readMemories } from "../memory/desk-memories.ts";

type Context = Pick<HttpContext, "memory">;

/** What is remembered of visitors: agents see, correct, add and erase it. */
export function addMemoryRoutes(routes: Routes, ctx: Context, json: RequestHandler[]): void {
  const agent = requireRole("agent");
  routes.add("/visitors/:id/memories", {
    get: [agent, listRoute(ctx)],
    post: [agent, ...json, addRoute(ctx)],
    delete: [agent, eraseAllRoute(ctx)],
  });
  routes.add("/memories/:id", { patch: [agent, ...json, changeRoute(ctx)], delete: [agent, eraseRoute(ctx)] });
}

function listRoute({ memory }: Context): RequestHandler {
  return async (request, response) => {
    const visitorId = parseId(visitorIdSchema, request.params.id);
    const query = parseBody(memoryListQuerySchema, request.query);
    const { tenantId } = agentOf(response);
    response.json(strip(memoryListResponseSchema, await readMemories(memory, { tenantId, visitorId }, query)));
  };
}

function addRoute({ memory }: Context): RequestHandler {
  return async (request, response) => {
    const visitorId = parseId(visitorIdSchema, request.params.id);
    const given = parseBody(newMemorySchema, request.body);
    const agent = agentOf(response);
    const caller = { tenantId: agent.tenantId, actor: actorOf(agent) };
    response.status(201).json(strip(memorySchema, await addMemory(memory, caller, { ...given, visitorId })));
  };
}

function changeRoute({ memory }: Context): RequestHandler {
  return async (request, response) => {
    const id = parseId(z.uuid(), request.params.id);
    const change = parseBody(memoryChangeSchema, request.body);
    const agent = agentOf(response);
    const caller = { tenantId: agent.tenantId, actor: actorOf(agent) };
    response.json(strip(memorySchema, await changeMemory(memory, caller, { ...change, id })));
  };
}

function eraseRoute({ memory }: Context): RequestHandler {
  return async (request, response) => {
    const id = parseId(z.uuid(), request.params.id);
    const agent = agentOf(response);
    await eraseMemory(memory, { tenantId: agent.tenantId, actor: actorOf(agent) }, id);
    response.json({ ok: true });
  };
}

function eraseAllRoute({ memory }: Context): RequestHandler {
  return async (request, response) => {
    const visitorId = parseId(visitorIdSchema, request.params.id);
    const agent = agentOf(response);
    const caller = { tenantId: agent.tenantId, actor: actorOf(agent) };
    response.json(strip(memoriesErasedSchema, await eraseMemories(memory, caller, visitorId)));
  };
}
