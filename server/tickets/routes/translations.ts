import type { RequestHandler } from "express";
import { translateMessageRequestSchema, translateTextRequestSchema } from "../../../protocol/admin-aids.ts";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { answerWhileThere } from "../../http/gone.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { translateMessage, translateText } from "../agent-assist/translate.ts";

type AidContext = Pick<HttpContext, "aids" | "auth">;

/** `POST tickets/:id/translations`: a message in another language, kept for the next who reads it. */
export function translateMessageRoute(ctx: AidContext): RequestHandler {
  return async (request, response) => {
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const body = parseBody(translateMessageRequestSchema, request.body);
    const { tenantId, personId } = agentOf(response);
    await ctx.auth.limits.take("aid_caller", personId);
    await answerWhileThere(response, (gone) => translateMessage(ctx.aids, { tenantId, ticketId, ...body }, gone));
  };
}

/** `POST tickets/:id/translate`: an answer in the visitor's language, before it is sent. */
export function translateTextRoute(ctx: AidContext): RequestHandler {
  return async (request, response) => {
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const body = parseBody(translateTextRequestSchema, request.body);
    const { tenantId, personId } = agentOf(response);
    await ctx.auth.limits.take("aid_caller", personId);
    await answerWhileThere(response, (gone) => translateText(ctx.aids, { tenantId, ticketId, ...body }, gone));
  };
}
