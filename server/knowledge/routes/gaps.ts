import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { gapListQuerySchema } from "../../../protocol/admin-gaps.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { type GapKeeper, ignoreOpenGap, reopenEndedGap } from "../gaps/decide.ts";
import { draftSnippet } from "../gaps/draft-snippet.ts";
import { readGap, readGaps } from "../gaps/read-gaps.ts";

type GapContext = Pick<HttpContext, "gaps">;

/** `GET gaps`: one page, dearest first. */
export function listGapsRoute(ctx: GapContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(gapListQuerySchema, request.query);
    response.json(await readGaps(ctx.gaps, agentOf(response).tenantId, query));
  };
}

/** `GET gaps/:id`: with its questions, answers and the nearest passages. */
export function readGapRoute(ctx: GapContext): RequestHandler {
  return async (request, response) => {
    response.json(await readGap(ctx.gaps, agentOf(response).tenantId, idOf(request)));
  };
}

/** `POST gaps/:id/ignore`. */
export function ignoreGapRoute(ctx: GapContext): RequestHandler {
  return async (request, response) => {
    response.json(await ignoreOpenGap(ctx.gaps, agentOf(response).tenantId, targetOf(request, response)));
  };
}

/** `POST gaps/:id/reopen`. */
export function reopenGapRoute(ctx: GapContext): RequestHandler {
  return async (request, response) => {
    response.json(await reopenEndedGap(ctx.gaps, agentOf(response).tenantId, targetOf(request, response)));
  };
}

/** `POST gaps/:id/draft`: a snippet is proposed. Models may cost money, so each caller has a limit. */
export function draftFromGapRoute(ctx: GapContext & Pick<HttpContext, "auth">): RequestHandler {
  return async (request, response) => {
    const { tenantId, personId } = agentOf(response);
    const target = targetOf(request, response);
    await ctx.auth.limits.take("try_caller", personId);
    response.json(await draftSnippet(ctx.gaps, tenantId, target));
  };
}

function targetOf(request: Request, response: Response): { id: string; keeper: GapKeeper } {
  const agent = agentOf(response);
  return { id: idOf(request), keeper: { id: agent.personId, name: agent.shownAs, actor: actorOf(agent) } };
}

function idOf(request: Request): string {
  return parseId(z.uuid(), request.params.id);
}
