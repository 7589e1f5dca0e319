import type { RequestHandler } from "express";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import { readCursor } from "../chat/events.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseId } from "../parse.ts";
import { openSse } from "../sse-response.ts";

/** `GET tickets/:id/events`: the feed the visitor sees, for the agent who looks on. */
export function ticketEventsRoute(ctx: Pick<HttpContext, "openLog">): RequestHandler {
  return async (request, response) => {
    const { tenantId } = agentOf(response);
    const ticketId = parseId(ticketIdSchema, request.params.id);
    const gone = new AbortController();
    const log = await ctx.openLog({ tenantId, ticketId }, { cursor: readCursor(request), signal: gone.signal });
    const sse = openSse(request, response);
    sse.signal.addEventListener("abort", () => gone.abort(), { once: true });
    for await (const { id, event } of log) await sse.send({ id, event: event.type, data: event });
    sse.close();
  };
}
