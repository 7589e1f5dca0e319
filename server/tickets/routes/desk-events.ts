import { type DeskEvent, readDeskEvent } from "../../../protocol/admin.ts";
import type { ticketRoutes } from "../../../protocol/routes/tickets.ts";
import { DeskFeed, type DeskNotice } from "../../core/live/desk-feed.ts";
import type { Handle } from "../../http/bind.ts";
import type { HttpContext } from "../../http/context.ts";

/**
 * `GET events`: tells the console which tickets changed; it fetches what it shows. Goes on after `Last-Event-ID`, and says `missed` where
 * that is too long ago. With `until=now` the answer ends with what was told so far.
 */
export function followDesk(ctx: Pick<HttpContext, "desk" | "streams">): Handle<(typeof ticketRoutes)["followDesk"]> {
  const feed = new DeskFeed(ctx.desk.hub);
  const consoles = new Tally();
  // All consoles of a tenant are told the same words, one right after another.
  let last: { payload: string; notice: ReturnType<typeof readDeskEvent> } | undefined;
  const read = (payload: string) => {
    if (last?.payload !== payload) last = { payload, notice: readDeskEvent(payload) };
    return last.notice;
  };
  return async ({ caller: { tenantId, personId }, query, request, response }) => {
    const untilNow = query.until === "now";
    const gone = new AbortController();
    consoles.add(tenantId, 1);
    gone.signal.addEventListener("abort", () => consoles.add(tenantId, -1), { once: true });
    const stream = ctx.streams.open({ req: request, res: response }, gone);
    const say = (event: DeskEvent | null, place?: string) =>
      event &&
      stream.send({ id: place, event: "desk", json: JSON.stringify({ ...event, consoles: consoles.of(tenantId) }) });
    const tell = ({ payload, place }: DeskNotice) => {
      const event = read(payload);
      // Conversations with the copilot and playground runs are their person's alone.
      return event?.person_id === undefined || event.person_id === personId ? say(event, place) : undefined;
    };
    // Who polls without a place had a stream before that told nothing.
    const after = request.get("last-event-id") ?? (untilNow ? "" : undefined);
    const reading = await feed.join(tenantId, after, (notice) => {
      // A console that does not keep up misses notices only; it asks for the list again when it is back.
      if (!response.writableNeedDrain) void tell(notice);
    });
    gone.signal.addEventListener("abort", reading.leave, { once: true });
    if (gone.signal.aborted) return reading.leave();
    for (const notice of reading.told) void tell(notice);
    void say({ type: reading.missed ? "missed" : "ping", at: new Date().toISOString() }, reading.place);
    if (untilNow) stream.close();
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
