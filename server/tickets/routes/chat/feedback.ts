import type { RequestHandler } from "express";
import { feedbackRequestSchema } from "../../../../protocol/requests.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody } from "../../../http/parse.ts";
import type { ChatActions } from "./actions.ts";

/** `POST feedback`: a thumb on an answer. */
export function feedbackRoute(actions: ChatActions): RequestHandler {
  return async (request, response) => {
    const body = parseBody(feedbackRequestSchema, request.body);
    const { tenantId, ticketId } = visitorOf(response);
    await actions.rateAnswer({
      tenantId,
      ticketId,
      messageId: body.message_id,
      rating: body.rating,
      reason: body.reason,
    });
    response.json({ ok: true });
  };
}
