import type { RequestHandler } from "express";
import { z } from "zod";
import { confirmationAnsweredSchema, waitingConfirmationsSchema } from "../../../protocol/admin-confirmations.ts";
import { confirmationAnswerSchema } from "../../../protocol/tools.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { strip } from "../../http/strip.ts";
import { answerConfirmation, listWaitingConfirmations } from "../desk/confirmations.ts";
import { type DeskContext, targetOf } from "./desk-target.ts";

/** `GET confirmations`: what waits for an agent's yes, in all tickets. */
export function listConfirmationsRoute(ctx: DeskContext): RequestHandler {
  return async (_request, response) => {
    const { tenantId } = agentOf(response);
    response.json(strip(waitingConfirmationsSchema, { items: await listWaitingConfirmations(ctx.desk, tenantId) }));
  };
}

/** `POST tickets/:id/confirmations/:confirmation`: an agent's yes or no. */
export function answerConfirmationRoute(ctx: DeskContext): RequestHandler {
  return async (request, response) => {
    const target = targetOf(request, response);
    const confirmationId = parseId(z.uuid(), request.params.confirmation);
    const { approved } = parseBody(confirmationAnswerSchema, request.body);
    const confirmation = await answerConfirmation(ctx.desk, target, { confirmationId, approved });
    response.json(strip(confirmationAnsweredSchema, { confirmation }));
  };
}
