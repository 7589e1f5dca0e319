import type { RequestHandler } from "express";
import { visitorOf } from "../../../http/credentials.ts";
import type { ChatActions } from "./actions.ts";

/** `POST end`: the visitor is done; the ticket is closed. */
export function endRoute(actions: ChatActions): RequestHandler {
  return async (_request, response) => {
    const { tenantId, ticketId } = visitorOf(response);
    await actions.turns.stop(tenantId, ticketId);
    await actions.endTicket({ tenantId, ticketId });
    response.json({ ok: true });
  };
}
