import type { RequestHandler } from "express";
import { z } from "zod";
import {
  newPlaygroundRunSchema,
  playgroundAnswerSchema,
  playgroundChangeSchema,
  playgroundDocumentsSchema,
  playgroundListSchema,
  playgroundRunSchema,
  playgroundSendSchema,
} from "../../../protocol/playground.ts";
import { requireRole } from "../../http/agent.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import type { Routes } from "../../http/routes.ts";
import { strip } from "../../http/strip.ts";
import { ask } from "../playground/ask.ts";
import { beginRun } from "../playground/begin.ts";
import { listDocuments } from "../playground/documents.ts";
import { cancelAnswer, changeRun, eraseRun, listRuns, readAnswer, readRun } from "../playground/runs.ts";

type Context = Pick<HttpContext, "playground" | "auth">;
type Params = Record<string, string | string[] | undefined>;

/** The playground of those who decide on guidance and documents: everybody's runs are their own. */
export function addPlaygroundRoutes(routes: Routes, ctx: Context, json: RequestHandler[]): void {
  const manager = requireRole("manager");
  const change = [manager, ...json];
  routes.add("/playground/documents", { get: [manager, documentsRoute(ctx)] });
  routes.add("/playground/runs", { get: [manager, listRoute(ctx)], post: [...change, beginRoute(ctx)] });
  routes.add("/playground/runs/:id", {
    get: [manager, readRoute(ctx)],
    patch: [...change, changeRoute(ctx)],
    delete: [manager, eraseRoute(ctx)],
  });
  routes.add("/playground/runs/:id/messages", { post: [...change, askRoute(ctx)] });
  routes.add("/playground/runs/:id/messages/:message", { get: [manager, answerRoute(ctx)] });
  routes.add("/playground/runs/:id/messages/:message/cancel", { post: [...change, cancelRoute(ctx)] });
}

const idOf = (params: Params) => parseId(z.uuid(), params["id"]);
const placeOf = (params: Params) => ({ runId: idOf(params), messageId: parseId(z.uuid(), params["message"]) });

function documentsRoute({ playground }: Context): RequestHandler {
  return async (_request, response) => {
    const listed = await listDocuments(playground, agentOf(response).tenantId);
    response.json(strip(playgroundDocumentsSchema, listed));
  };
}

function listRoute({ playground }: Context): RequestHandler {
  return async (_request, response) => {
    response.json(strip(playgroundListSchema, await listRuns(playground, agentOf(response))));
  };
}

function beginRoute({ playground, auth }: Context): RequestHandler {
  return async (request, response) => {
    const wish = parseBody(newPlaygroundRunSchema, request.body);
    const agent = agentOf(response);
    if (wish.branch || wish.ticket || wish.message) await auth.limits.take("aid_caller", agent.personId);
    const id = await beginRun(playground, agent, wish);
    await answerWithRun(response, { playground, id, status: 201 });
  };
}

function readRoute({ playground }: Context): RequestHandler {
  return async (request, response) => {
    await answerWithRun(response, { playground, id: idOf(request.params), status: 200 });
  };
}

function changeRoute({ playground }: Context): RequestHandler {
  return async (request, response) => {
    const id = idOf(request.params);
    const change = parseBody(playgroundChangeSchema, request.body);
    await changeRun(playground, agentOf(response), { ...change, id });
    await answerWithRun(response, { playground, id, status: 200 });
  };
}

function eraseRoute({ playground }: Context): RequestHandler {
  return async (request, response) => {
    await eraseRun(playground, agentOf(response), idOf(request.params));
    response.json({ ok: true });
  };
}

function askRoute({ playground, auth }: Context): RequestHandler {
  return async (request, response) => {
    const runId = idOf(request.params);
    const sent = parseBody(playgroundSendSchema, request.body);
    const agent = agentOf(response);
    await auth.limits.take("aid_caller", agent.personId);
    await ask(playground, agent, { ...sent, runId });
    await answerWithRun(response, { playground, id: runId, status: 202 });
  };
}

function answerRoute({ playground }: Context): RequestHandler {
  return async (request, response) => {
    const answer = await readAnswer(playground, agentOf(response), placeOf(request.params));
    response.json(strip(playgroundAnswerSchema, answer));
  };
}

function cancelRoute({ playground }: Context): RequestHandler {
  return async (request, response) => {
    const place = placeOf(request.params);
    await cancelAnswer(playground, agentOf(response), place);
    await answerWithRun(response, { playground, id: place.runId, status: 200 });
  };
}

/** How the run stands now. */
async function answerWithRun(
  response: Parameters<RequestHandler>[1],
  { playground, id, status }: Pick<Context, "playground"> & { id: string; status: number },
): Promise<void> {
  response.status(status).json(strip(playgroundRunSchema, await readRun(playground, agentOf(response), id)));
}
