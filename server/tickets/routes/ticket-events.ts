import type { Response } from "express";
import type { ticketRoutes } from "../../../protocol/routes/tickets.ts";
import type { Handle } from "../../http/bind.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import type { SseResponse } from "../../http/open-streams.ts";
import { sendLog } from "../../http/send-log.ts";
import { joinLookers } from "../desk/presence.ts";
import { readCursor } from "./chat/stream.ts";

/**
 * `GET tickets/:id/events`: the feed the visitor sees, for the agent who looks on, and who else of the team does. With `until=now` the answer
 * ends with what has happened so far, as `GET /api/v1/chat/events` does.
 */
export function watchTicket(
  ctx: Pick<HttpContext, "desk" | "openLog" | "streams">,
): Handle<(typeof ticketRoutes)["watchTicket"]> {
  return async ({ caller: { tenantId }, id: ticketId, query, request, response }) => {
    const cursor = readCursor(request);
    const untilNow = query.until === "now";
    await sendLog(ctx.streams, {
      exchange: { req: request, res: response },
      open: (signal) => ctx.openLog({ tenantId, ticketId }, { cursor, untilNow, signal }),
      // Who polls comes and goes every 2 s, and would be shown so.
      ...(untilNow ? {} : { beside: (stream, signal) => tellLookers(ctx, { response, ticketId, stream, signal }) }),
    });
  };
}

interface Looking {
  response: Response;
  ticketId: string;
  stream: SseResponse;
  signal: AbortSignal;
}

async function tellLookers(
  { desk }: Pick<HttpContext, "desk">,
  { response, ticketId, stream, signal }: Looking,
): Promise<void> {
  const { tenantId, personId, shownAs, kind } = agentOf(response);
  const looker = { tenantId, ticketId, person: { id: personId, name: shownAs } };
  const joined = await joinLookers(desk.hub, looker, {
    isSilent: kind === "api_key",
    onPresence(presence) {
      // Who does not keep up misses a moment; it is said again.
      if (!response.writableNeedDrain) void stream.send({ event: "presence", json: JSON.stringify(presence) });
    },
  });
  const leave = () => void joined.close();
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
}
