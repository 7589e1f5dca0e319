import type { RequestHandler } from "express";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import { readCursor } from "../chat/events.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseId } from "../parse.ts";
import { sendLog } from "../send-log.ts";

/** `GET tickets/:id/events`: the feed the visitor sees, for the agent who looks on. */
export function ticketEventsRoute(ctx: Pick<HttpContext, "openLog" | "streams">): RequestHandler {
  return async (request, response) => {
    const { tenantId } = agentOf(response);
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const cursor = readCursor(request);
    await sendLog(ctx.streams, { req: request, res: response }, (signal) =>
      ctx.openLog({ tenantId, ticketId }, { cursor, signal }),
    );
  };
}
