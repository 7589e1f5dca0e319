import type { RequestHandler } from "express";
import { historyResponseSchema } from "../../../protocol/requests.ts";
import type { TicketLogDeps } from "./deps.ts";

/** `GET /api/v1/chat/history`: the messages so far, and the cursor to listen from. */
export function historyRoute(deps: TicketLogDeps): RequestHandler {
  return async (req, res) => {
    const visitor = await deps.auth.readVisitor({ authorization: req.headers.authorization });
    await deps.auth.limits.take("chat_ticket", visitor.ticketId);
    res.json(historyResponseSchema.parse(await deps.readHistory(visitor)));
  };
}
