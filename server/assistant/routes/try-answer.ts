import type { RequestHandler } from "express";
import { tryAnswerRequestSchema } from "../../../protocol/admin-try.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";

/** `POST search/answer`: what a visitor would get for a question. Models may cost money, so each caller has a limit. */
export function tryAnswerRoute(ctx: Pick<HttpContext, "tryAnswer" | "auth">): RequestHandler {
  return async (request, response) => {
    const { q } = parseBody(tryAnswerRequestSchema, request.body);
    const { tenantId, personId } = agentOf(response);
    await ctx.auth.limits.take("try_caller", personId);
    response.json(await ctx.tryAnswer(tenantId, q));
  };
}
