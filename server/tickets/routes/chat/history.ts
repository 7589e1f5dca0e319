import type { RequestHandler } from "express";
import { messagesQuerySchema } from "../../../../protocol/messages.ts";
import { historyResponseSchema } from "../../../../protocol/requests.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody } from "../../../http/parse.ts";
import { strip } from "../../../http/strip.ts";
import type { TicketLogDeps } from "./deps.ts";

/** `GET /api/v1/chat/history`: the newest messages or those before a cursor, and the cursor to listen from. */
export function historyRoute(deps: TicketLogDeps): RequestHandler {
  return async (req, res) => {
    const visitor = visitorOf(res);
    const { before } = parseBody(messagesQuerySchema, req.query);
    res.json(strip(historyResponseSchema, await deps.readHistory(visitor, before)));
  };
}
