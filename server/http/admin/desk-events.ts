import type { RequestHandler } from "express";
import { readDeskEvent } from "../../../protocol/admin.ts";
import { deskTopic } from "../../live/hub.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";

/** `GET events`: tells the console which tickets changed; it fetches what it shows. */
export function deskEventsRoute(ctx: Pick<HttpContext, "desk" | "streams">): RequestHandler {
  return async (request, response) => {
    const { tenantId } = agentOf(response);
    const gone = new AbortController();
    const stream = ctx.streams.open({ req: request, res: response }, gone);
    const subscription = await ctx.desk.hub.listen(deskTopic(tenantId), (payload) => {
      // A console that does not keep up misses notices only; it asks for the list again when it is back.
      if (response.writableNeedDrain) return;
      const notice = readDeskEvent(payload);
      if (notice) return stream.send({ event: "desk", json: JSON.stringify(notice) });
    });
    if (gone.signal.aborted) await subscription.close();
    else gone.signal.addEventListener("abort", () => void subscription.close(), { once: true });
  };
}
