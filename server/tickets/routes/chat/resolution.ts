import type { RequestHandler } from "express";
import { ratingRequestSchema, resolutionResponseSchema } from "../../../../protocol/visitor-tickets.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody } from "../../../http/parse.ts";
import { strip } from "../../../http/strip.ts";
import type { ChatActions } from "./actions.ts";

/** `GET resolution`: what can be done with the ticket now that it has ended. */
export function resolutionRoute(actions: ChatActions): RequestHandler {
  return async (_request, response) => {
    response.json(strip(resolutionResponseSchema, await actions.readResolution(visitorOf(response))));
  };
}

/** `POST reopen`: the visitor goes on with a resolved ticket. */
export function reopenRoute(actions: ChatActions): RequestHandler {
  return async (_request, response) => {
    await actions.reopenTicket(visitorOf(response));
    response.json({ ok: true });
  };
}

/** `POST rating`: how it went. */
export function ratingRoute(actions: ChatActions): RequestHandler {
  return async (request, response) => {
    const { score, comment } = parseBody(ratingRequestSchema, request.body);
    const { tenantId, ticketId } = visitorOf(response);
    await actions.rateTicket({ tenantId, ticketId, score, comment });
    response.json({ ok: true });
  };
}
