import type { RequestHandler } from "express";
import { checkRequestSchema } from "../../../protocol/admin-check.ts";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { answerWhileThere } from "../../http/gone.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { checkAnswer } from "../agent-assist/check-answer.ts";

/** `POST tickets/:id/check`: what the documents say to an answer that is not sent yet. Models may cost money, so each caller has a limit. */
export function checkAnswerRoute(ctx: Pick<HttpContext, "aids" | "auth">): RequestHandler {
  return async (request, response) => {
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const body = parseBody(checkRequestSchema, request.body);
    const { tenantId, personId } = agentOf(response);
    await ctx.auth.limits.take("aid_caller", personId);
    await answerWhileThere(response, (gone) => checkAnswer(ctx.aids, { tenantId, ticketId, ...body }, gone));
  };
}
