import type { RequestHandler } from "express";
import { contactRequestSchema } from "../../../../protocol/requests.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody } from "../../../http/parse.ts";
import type { ChatActions } from "./actions.ts";

/** `POST contact`: where the visitor can be reached when they have left. */
export function contactRoute(actions: Pick<ChatActions, "leaveContact">): RequestHandler {
  return async (request, response) => {
    const { email } = parseBody(contactRequestSchema, request.body);
    const { tenantId, ticketId } = visitorOf(response);
    await actions.leaveContact({ tenantId, ticketId, email });
    response.json({ ok: true });
  };
}
