import type { RequestHandler } from "express";
import { historyResponseSchema } from "../../../protocol/requests.ts";
import { visitorOf } from "../credentials.ts";
import { strip } from "../strip.ts";
import type { TicketLogDeps } from "./deps.ts";

/** `GET /api/v1/chat/history`: the messages so far, and the cursor to listen from. */
export function historyRoute(deps: TicketLogDeps): RequestHandler {
  return async (_req, res) => {
    const visitor = visitorOf(res);
    res.json(strip(historyResponseSchema, await deps.readHistory(visitor)));
  };
}
