import type { Request, RequestHandler } from "express";
import { z } from "zod";
import { gateResultQuerySchema, newGateRunSchema } from "../../../protocol/gate.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { beginRun, cancelRun, listResults, listVoided, readRun } from "../releases/runs.ts";
import { callerOf } from "./releases.ts";

type GateContext = Pick<HttpContext, "gate">;

/** `POST releases/:id/run`: models may cost money, so each caller has a limit. */
export function beginRunRoute({ gate, auth }: GateContext & Pick<HttpContext, "auth">): RequestHandler {
  return async (request, response) => {
    const { questions } = parseBody(newGateRunSchema, request.body ?? {});
    await auth.limits.take("try_caller", agentOf(response).personId);
    response.status(202).json(await beginRun(gate, callerOf(response), { id: idOf(request), questions }));
  };
}

/** `GET releases/:id/run`: a release that was never tried is nothing wrong, so its run is null. */
export function readRunRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    response.json({ run: await readRun(gate, agentOf(response).tenantId, idOf(request)) });
  };
}

/** `POST releases/:id/run/cancel`. */
export function cancelRunRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    response.json(await cancelRun(gate, callerOf(response), idOf(request)));
  };
}

/** `GET releases/:id/run/results`: what visitors said, so agents and those above. */
export function listResultsRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(gateResultQuerySchema, request.query);
    response.json(await listResults(gate, agentOf(response).tenantId, { ...query, id: idOf(request) }));
  };
}

/** `GET releases/:id/cached`: answers in the cache that a publication makes void. */
export function listVoidedRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    response.json(await listVoided(gate, agentOf(response).tenantId, idOf(request)));
  };
}

function idOf(request: Request): string {
  return parseId(z.uuid(), request.params.id);
}
