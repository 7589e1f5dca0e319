import type { RequestHandler } from "express";
import { ticketIdSchema, visitorIdSchema } from "../../../protocol/ids.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseId } from "../../http/parse.ts";
import { blockVisitor } from "../desk/block.ts";
import { deleteTicket, deleteVisitorWithTickets } from "../desk/delete.ts";
import type { DeskContext } from "./desk-target.ts";

/** `POST visitors/:id/block` and `.../unblock`. */
export function blockRoute({ desk }: DeskContext, isBlocked: boolean): RequestHandler {
  return async (request, response) => {
    const visitorId = parseId(visitorIdSchema, request.params.id);
    const agent = agentOf(response);
    await blockVisitor(desk, { tenantId: agent.tenantId, visitorId, actor: actorOf(agent) }, isBlocked);
    response.json({ ok: true });
  };
}

/** `DELETE visitors/:id`: with all their tickets. */
export function deleteVisitorRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(visitorIdSchema, request.params.id);
    const agent = agentOf(response);
    response.json(await deleteVisitorWithTickets(desk, { tenantId: agent.tenantId, id, actor: actorOf(agent) }));
  };
}

/** `DELETE tickets/:id`. */
export function deleteTicketRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(ticketIdSchema, request.params.id);
    const agent = agentOf(response);
    response.json(await deleteTicket(desk, { tenantId: agent.tenantId, id, actor: actorOf(agent) }));
  };
}
