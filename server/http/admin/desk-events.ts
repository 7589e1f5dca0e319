import type { RequestHandler } from "express";
import { readDeskEvent } from "../../../protocol/admin.ts";
import { deskTopic } from "../../live/hub.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";

/** `GET events`: tells the console which tickets changed; it fetches what it shows. */
export function deskEventsRoute(ctx: Pick<HttpContext, "desk" | "streams">): RequestHandler {
  const consoles = new Tally();
  // All consoles of a tenant are told the same words, one right after another.
  let last: { payload: string; notice: ReturnType<typeof readDeskEvent> } | undefined;
  const read = (payload: string) => {
    if (last?.payload !== payload) last = { payload, notice: readDeskEvent(payload) };
    return last.notice;
  };
  return async (request, response) => {
    const { tenantId } = agentOf(response);
    const gone = new AbortController();
    consoles.add(tenantId, 1);
    gone.signal.addEventListener("abort", () => consoles.add(tenantId, -1), { once: true });
    const stream = ctx.streams.open({ req: request, res: response }, gone);
    const tell = (payload: string) => {
      // A console that does not keep up misses notices only; it asks for the list again when it is back.
      if (response.writableNeedDrain) return;
      const notice = read(payload);
      if (notice)
        return stream.send({ event: "desk", json: JSON.stringify({ ...notice, consoles: consoles.of(tenantId) }) });
    };
    const tellMissed = () => tell(JSON.stringify({ type: "resync", at: new Date().toISOString() }));
    const subscription = await ctx.desk.hub.listen(deskTopic(tenantId), tell, tellMissed);
    if (gone.signal.aborted) await subscription.close();
    else gone.signal.addEventListener("abort", () => void subscription.close(), { once: true });
  };
}

/** How many there are of each. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, change: number): void {
    const count = this.of(name) + change;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}
