import type { RequestHandler } from "express";
import { deskEventSchema } from "../../../protocol/admin.ts";
import { deskTopic } from "../../live/hub.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { openSse } from "../sse-response.ts";

/** `GET events`: tells the console which tickets changed; it fetches what it shows. */
export function deskEventsRoute(ctx: Pick<HttpContext, "desk">): RequestHandler {
  return async (request, response) => {
    const { tenantId } = agentOf(response);
    const sse = openSse(request, response);
    const subscription = await ctx.desk.hub.listen(deskTopic(tenantId), (payload) => {
      const event = deskEventSchema.parse(JSON.parse(payload));
      // A console that does not keep up misses notices only; it asks for the list again when it is back.
      sse.send({ event: "desk", data: event }).catch(() => response.destroy());
    });
    if (sse.signal.aborted) await subscription.close();
    else sse.signal.addEventListener("abort", () => void subscription.close(), { once: true });
  };
}
