import type { RequestHandler } from "express";
import { visitorOf } from "../../../http/credentials.ts";
import type { ChatActions } from "./actions.ts";

/** `POST cancel`: stops the turn at work; fine when there is none. */
export function cancelRoute(actions: ChatActions): RequestHandler {
  return async (_request, response) => {
    const { tenantId, ticketId } = visitorOf(response);
    await actions.turns.stop(tenantId, ticketId);
    response.json({ ok: true });
  };
}
