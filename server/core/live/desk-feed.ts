import { randomBytes } from "node:crypto";
import { deskTopic, type HubSubscription, type LiveHub } from "./hub.ts";

/**
 * A tenant's notices are kept this long after its last reader left: a console that polls asks every 2 s, one in a hidden tab every 15 s.
 */
const keptMs = 60_000;
/** Most notices kept per tenant; each has about 200 characters. */
const maxNotices = 200;
/** The clocks of two processes differ by less than this. */
const leewayMs = 2_000;

export interface DeskNotice {
  /** The cursor after this notice, to continue from. */
  place: string;
  payload: string;
}

export interface DeskReading {
  /** True when notices after the cursor may be lost because they are no longer kept. */
  missed: boolean;
  /** Notices since the cursor, unless some were missed. */
  told: DeskNotice[];
  /** The newest cursor. */
  place: string;
  leave(): void;
}

interface Room {
  subscription: Promise<HubSubscription>;
  /** All notices since this time are kept. */
  since: number;
  notices: { at: number; payload: string }[];
  readers: Set<(notice: DeskNotice) => void>;
  closing?: NodeJS.Timeout;
}

/**
 * Recent notices to each tenant's consoles, kept in this process: a console that lost its connection, or that polls because a proxy buffers
 * its streams, continues from a cursor. A cursor is valid in all processes; a process that has not listened for long enough reports missed
 * notices.
 */
export class DeskFeed {
  readonly #hub: Pick<LiveHub, "listen">;
  readonly #rooms = new Map<string, Room>();
  /** Cursors of this process need no leeway. */
  readonly #own = randomBytes(4).toString("hex");
  #last = 0;

  constructor(hub: Pick<LiveHub, "listen">) {
    this.#hub = hub;
  }

  /** Reads from a cursor on; without one, from now on. @param listener called for new notices until the reader leaves. */
  async join(
    tenantId: string,
    after: string | undefined,
    listener: (notice: DeskNotice) => void,
  ): Promise<DeskReading> {
    const room = this.#rooms.get(tenantId) ?? this.#open(tenantId);
    clearTimeout(room.closing);
    await room.subscription.catch((error: unknown) => {
      this.#close(tenantId, room);
      throw error;
    });
    clearTimeout(room.closing);
    room.readers.add(listener);
    const from = after === undefined ? this.#now() : this.#read(after);
    const missed = from < room.since;
    const told = missed ? [] : room.notices.filter(({ at }) => at > from).map((notice) => this.#noticeOf(notice));
    const leave = () => {
      if (!room.readers.delete(listener) || room.readers.size > 0) return;
      room.closing = setTimeout(() => this.#close(tenantId, room), keptMs).unref();
    };
    return { missed, told, place: this.#placeOf(this.#now()), leave };
  }

  #open(tenantId: string): Room {
    const tell = (notice: { at: number; payload: string }) => {
      for (const reader of room.readers) reader(this.#noticeOf(notice));
    };
    const hear = (payload: string) => {
      const notice = { at: this.#now(), payload };
      room.notices.push(notice);
      const dropped = room.notices.length > maxNotices && room.notices.shift();
      if (dropped) room.since = dropped.at;
      tell(notice);
    };
    // After an outage of the hub, older cursors are invalid, and listeners reload everything.
    const miss = () => {
      room.notices = [];
      room.since = this.#now();
      tell({ at: room.since, payload: JSON.stringify({ type: "missed", at: new Date().toISOString() }) });
    };
    const room: Room = {
      subscription: this.#hub.listen(deskTopic(tenantId), hear, miss),
      since: this.#now(),
      notices: [],
      readers: new Set(),
    };
    this.#rooms.set(tenantId, room);
    return room;
  }

  #close(tenantId: string, room: Room): void {
    clearTimeout(room.closing);
    if (this.#rooms.get(tenantId) === room) this.#rooms.delete(tenantId);
    room.subscription.then(
      (subscription) => subscription.close(),
      () => undefined,
    );
  }

  /** Increases with each call, even when the clock is set back. */
  #now(): number {
    this.#last = Math.max(this.#last + 1, Date.now());
    return this.#last;
  }

  #placeOf(at: number): string {
    return `${at}.${this.#own}`;
  }

  #noticeOf({ at, payload }: { at: number; payload: string }): DeskNotice {
    return { place: this.#placeOf(at), payload };
  }

  /** Time of a cursor; for a cursor that was never issued, a time before all notices. */
  #read(place: string): number {
    const [, at = "0", process] = /^(\d{1,16})\.(\w+)$/.exec(place) ?? [];
    if (process === this.#own) return Number(at);
    return Number(at) > Date.now() + leewayMs ? 0 : Number(at) - leewayMs;
  }
}
