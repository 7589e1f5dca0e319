import type { RequestHandler } from "express";
import { checkRequestSchema } from "../../../protocol/admin-check.ts";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import { checkAnswer } from "../../aids/check-answer.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { answerWhileThere } from "../gone.ts";
import { parseBody, parseId } from "../parse.ts";

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
