import { type DeskEvent, readDeskEvent } from "../../../protocol/admin.ts";
import type { ticketRoutes } from "../../../protocol/routes/tickets.ts";
import { DeskFeed, type DeskNotice } from "../../core/live/desk-feed.ts";
import type { Handle } from "../../http/bind.ts";
import type { HttpContext } from "../../http/context.ts";

/**
 * `GET events`: notifies the console which tickets have changed; the console then fetches them. Resumes after `Last-Event-ID`, and sends
 * `missed` when that event is too old. With `until=now` the response ends after the notices so far.
 */
export function followDesk(ctx: Pick<HttpContext, "desk" | "streams">): Handle<(typeof ticketRoutes)["followDesk"]> {
  const feed = new DeskFeed(ctx.desk.hub);
  const consoles = new Tally();
  // All consoles of a tenant get the same payload, one right after another, so parse it once.
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
      // Only the person concerned gets notices about copilot conversations and playground runs.
      return event?.person_id === undefined || event.person_id === personId ? say(event, place) : undefined;
    };
    // A poll without a cursor follows a stream that had no notices.
    const after = request.get("last-event-id") ?? (untilNow ? "" : undefined);
    const reading = await feed.join(tenantId, after, (notice) => {
      // A slow console misses notices only; it reloads its list when it has caught up.
      if (!response.writableNeedDrain) void tell(notice);
    });
    gone.signal.addEventListener("abort", reading.leave, { once: true });
    if (gone.signal.aborted) return reading.leave();
    for (const notice of reading.told) void tell(notice);
    void say({ type: reading.missed ? "missed" : "ping", at: new Date().toISOString() }, reading.place);
    if (untilNow) stream.close();
  };
}

/** Counts per name. */
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
