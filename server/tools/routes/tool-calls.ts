import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import {
  callExportQuerySchema,
  callListQuerySchema,
  settleCallRequestSchema,
  toolFiguresQuerySchema,
} from "../../../protocol/admin-tool-calls.ts";
import { namesOf } from "../../accounts/people/agent-names.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { type NamesOf, readCall, readCalls, readFigures, settleCall } from "../manage/calls.ts";
import { callsFile } from "../manage/calls-file.ts";

type Context = Pick<HttpContext, "tools" | "tenants">;

/** `GET tools/calls`: what was called, newest first. */
export function listCallsRoute(ctx: Context): RequestHandler {
  return async (request, response) => {
    const query = parseBody(callListQuerySchema, request.query);
    response.json(await readCalls(ctx.tools, { ...query, ...readerOf(ctx, response) }));
  };
}

/** `GET tools/calls/export`: the same as a file. */
export function exportCallsRoute(ctx: Context): RequestHandler {
  return async (request, response) => {
    const query = parseBody(callExportQuerySchema, request.query);
    const parts = callsFile(ctx.tools, { ...query, ...readerOf(ctx, response) });
    const type = query.format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8";
    response.attachment(`tool-calls.${query.format}`).type(type);
    await pipeline(Readable.from(parts), response);
  };
}

/** `GET tools/calls/:id`. */
export function readCallRoute(ctx: Context): RequestHandler {
  return async (request, response) => {
    response.json(await readCall(ctx.tools, { callId: callOf(request), ...readerOf(ctx, response) }));
  };
}

/** `POST tools/calls/:id/settle`: what a person found out of a call that ended as unknown. */
export function settleCallRoute(ctx: Context): RequestHandler {
  return async (request, response) => {
    const body = parseBody(settleCallRequestSchema, request.body);
    const agent = agentOf(response);
    const callId = callOf(request);
    await settleCall(ctx.tools, actorOf(agent), { tenantId: agent.tenantId, callId, ...body });
    response.json(await readCall(ctx.tools, { callId, ...readerOf(ctx, response) }));
  };
}

/** `GET tools/figures`: calls and errors over time. */
export function toolFiguresRoute(ctx: Context): RequestHandler {
  return async (request, response) => {
    const { connection_id, days } = parseBody(toolFiguresQuerySchema, request.query);
    const { tenantId } = agentOf(response);
    response.json(await readFigures(ctx.tools, { tenantId, connectionId: connection_id, days }));
  };
}

function readerOf({ tenants }: Context, response: Response): { tenantId: string; namesOf: NamesOf } {
  const { tenantId } = agentOf(response);
  return { tenantId, namesOf: (agents) => namesOf(tenants, tenantId, agents) };
}

function callOf(request: Request): string {
  return parseId(z.uuid(), request.params.id);
}
