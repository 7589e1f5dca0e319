import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { testCallRequestSchema } from "../../../protocol/admin-tool-calls.ts";
import {
  acceptToolRequestSchema,
  changeConnectionRequestSchema,
  changeToolRequestSchema,
  createConnectionRequestSchema,
  createToolRequestSchema,
  toolListQuerySchema,
} from "../../../protocol/admin-tools.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { answerWhileThere } from "../../http/gone.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import type { ToolDeps } from "../deps.ts";
import { changeConnection, createConnection, readConnections, removeConnection } from "../manage/connections.ts";
import { discoverTools } from "../manage/discover.ts";
import { testCall } from "../manage/test-call.ts";
import { acceptTool, changeTool, createTool, readTools, removeTool } from "../manage/tools.ts";

/** `GET tools/connections`. */
export function listConnectionsRoute(tools: ToolDeps): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await readConnections(tools, agentOf(response).tenantId) });
  };
}

/** `POST tools/connections`. */
export function createConnectionRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    const body = parseBody(createConnectionRequestSchema, request.body);
    const agent = agentOf(response);
    response.status(201).json(await createConnection(tools, actorOf(agent), { tenantId: agent.tenantId, ...body }));
  };
}

/** `PATCH tools/connections/:id`. */
export function changeConnectionRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    const change = parseBody(changeConnectionRequestSchema, request.body);
    const target = connectionOf(request, response);
    response.json(await changeConnection(tools, actorOf(agentOf(response)), { ...target, ...change }));
  };
}

/** `DELETE tools/connections/:id`. */
export function removeConnectionRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    await removeConnection(tools, actorOf(agentOf(response)), connectionOf(request, response));
    response.json({ ok: true });
  };
}

/** `POST tools/connections/:id/discover`: what the server offers now. */
export function discoverRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    const target = connectionOf(request, response);
    const actor = actorOf(agentOf(response));
    await answerWhileThere(response, (signal) => discoverTools(tools, actor, { ...target, signal }));
  };
}

/** `GET tools`. */
export function listToolsRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    const { connection_id } = parseBody(toolListQuerySchema, request.query);
    const { tenantId } = agentOf(response);
    response.json({ items: await readTools(tools, { tenantId, connectionId: connection_id }) });
  };
}

/** `POST tools`: declares a REST action. */
export function createToolRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    const body = parseBody(createToolRequestSchema, request.body);
    const agent = agentOf(response);
    response.status(201).json(await createTool(tools, actorOf(agent), { tenantId: agent.tenantId, ...body }));
  };
}

/** `PATCH tools/:id`: classes a tool. */
export function changeToolRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    const change = parseBody(changeToolRequestSchema, request.body);
    response.json(await changeTool(tools, actorOf(agentOf(response)), { ...toolOf(request, response), ...change }));
  };
}

/** `POST tools/:id/accept`: the definition that the server gives now. */
export function acceptToolRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    const body = parseBody(acceptToolRequestSchema, request.body);
    response.json(await acceptTool(tools, actorOf(agentOf(response)), { ...toolOf(request, response), ...body }));
  };
}

/** `DELETE tools/:id`. */
export function removeToolRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    await removeTool(tools, actorOf(agentOf(response)), toolOf(request, response));
    response.json({ ok: true });
  };
}

/** `POST tools/:id/test`: a call for no visitor. */
export function testToolRoute(tools: ToolDeps): RequestHandler {
  return async (request, response) => {
    const body = parseBody(testCallRequestSchema, request.body);
    const target = toolOf(request, response);
    const actor = actorOf(agentOf(response));
    await answerWhileThere(response, (signal) => testCall(tools, actor, { ...target, ...body, signal }));
  };
}

function connectionOf(request: Request, response: Response) {
  return { tenantId: agentOf(response).tenantId, connectionId: parseId(z.uuid(), request.params.id) };
}

function toolOf(request: Request, response: Response) {
  return { tenantId: agentOf(response).tenantId, toolId: parseId(z.uuid(), request.params.id) };
}
