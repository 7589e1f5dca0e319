import type { RequestHandler } from "express";
import { ticketIdSchema } from "../../../../protocol/ids.ts";
import {
  newTicketRequestSchema,
  seenRequestSchema,
  visitorTicketsQuerySchema,
  visitorTicketsResponseSchema,
} from "../../../../protocol/visitor-tickets.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody, parseId } from "../../../http/parse.ts";
import { strip } from "../../../http/strip.ts";
import type { ChatActions } from "./actions.ts";
import { renderSession } from "./init.ts";

/** `GET tickets`: a page of the visitor's own tickets. */
export function listTicketsRoute(actions: ChatActions): RequestHandler {
  return async (request, response) => {
    const page = parseBody(visitorTicketsQuerySchema, request.query);
    response.json(strip(visitorTicketsResponseSchema, await actions.listTickets(visitorOf(response), page)));
  };
}

/** `POST tickets`: one more ticket; none of the others is closed. */
export function newTicketRoute(auth: AuthServices, actions: ChatActions): RequestHandler {
  return async (request, response) => {
    const { page } = parseBody(newTicketRequestSchema, request.body ?? {});
    const visitor = visitorOf(response);
    await auth.limits.take("init_tenant", visitor.tenantId);
    response.set("Cache-Control", "no-store").json(renderSession(await auth.newTicket(visitor, page), actions));
  };
}

/** `POST tickets/:id/open`: a session for another of the visitor's tickets. */
export function openTicketRoute(auth: AuthServices, actions: ChatActions): RequestHandler {
  return async (request, response) => {
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const session = await auth.openTicket(visitorOf(response), ticketId);
    response.set("Cache-Control", "no-store").json(renderSession(session, actions));
  };
}

/** `POST seen`: how far the ticket was on the screen. */
export function seenRoute(actions: ChatActions): RequestHandler {
  return async (request, response) => {
    const { sequence } = parseBody(seenRequestSchema, request.body);
    await actions.noteSeen(visitorOf(response), sequence);
    response.json({ ok: true });
  };
}
