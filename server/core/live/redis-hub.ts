import type { Redis } from "ioredis";
import { readStreamEvent } from "../../../protocol/events.ts";
import type { Logger } from "../log.ts";
import {
  channelIdleMs,
  type HubCursor,
  type HubEntry,
  type HubSubscription,
  type LiveHub,
  maxEntriesPerChannel,
} from "./hub.ts";
import { HubWatch } from "./hub-watch.ts";
import { Listeners } from "./listeners.ts";
import type { RedisHealth } from "./redis-connections.ts";
import { defineHubCommands, parseEntry, toPosition, toStreamId } from "./redis-entries.ts";
import { createUnpublished, resyncWord } from "./unpublished.ts";

/** Longest a new reader waits for its subscription; after that it starts with the store and subscribes later. */
const subscribeWaitMs = 500;
/** Number of remembered entries that were delivered locally because Redis did not respond; Redis may still deliver them when it is back. */
const rememberedTold = 5_000;

interface RedisHubParts {
  /** Connection for commands. */
  redis: Redis;
  /** A separate connection, as SUBSCRIBE requires. The hub resubscribes when it is ready again. */
  subscriber: Redis;
  log: Logger;
  health?: RedisHealth;
}

/**
 * The hub for several processes: a bounded Redis stream per channel for recent events, and PUBLISH for delivery over one shared connection.
 * While Redis is unavailable, or this process does not receive its own publications (a right was revoked, a subscription is dead), events
 * are delivered directly to this process's readers, and all readers poll the store: short-lived events may be missed, stored ones arrive.
 */
export function createRedisHub(parts: RedisHubParts): LiveHub {
  return new RedisHub(parts);
}

class RedisHub implements LiveHub {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #log: Logger;
  readonly #readers: Listeners<[entry: HubEntry | null]>;
  readonly #topics: Listeners<[payload: string | null]>;
  readonly #unpublished: ReturnType<typeof createUnpublished>;
  readonly #told = new Set<string>();
  readonly #subscribing = new Map<string, Promise<void>>();
  readonly #watch: HubWatch;

  constructor({ redis, subscriber, log, health }: RedisHubParts) {
    this.#redis = redis;
    defineHubCommands(redis);
    this.#subscriber = subscriber;
    this.#log = log;
    this.#readers = new Listeners(log);
    this.#topics = new Listeners(log);
    this.#unpublished = createUnpublished((channel, text) => redis.publish(channel, text));
    subscriber.on("message", (channel: string, text: string) => this.#heard(channel, text));
    this.#watch = new HubWatch({
      ...{ redis, subscriber, health, readers: this.#readers, topics: this.#topics },
      onBack: () => this.#unpublished.flush(),
    });
  }

  async publish(channel: string, events: { stored: boolean; event: HubEntry["event"] }[]): Promise<number> {
    const texts = events.map((entry) => JSON.stringify(entry));
    try {
      const id = await this.#redis.parleyPublish(channel, maxEntriesPerChannel, channelIdleMs, ...texts);
      return id === "" ? 0 : toPosition(id);
    } catch (error) {
      this.#log.debug({ err: messageOf(error) }, "Live events reached this process only");
      this.#unpublished.note(channel);
      if (!this.#watch.isCutOff) this.#unpublished.flush();
      for (const { stored, event } of events) {
        this.#rememberTold(event.event_id);
        this.#readers.tell(channel, { position: 0, stored, event });
      }
      return 0;
    }
  }

  async tell(channel: string, event: HubEntry["event"]): Promise<void> {
    const entry = { position: 0, stored: false, event };
    // Published without being added to the channel's stream, with an id that says so.
    await this.#redis.publish(channel, `0-0 ${JSON.stringify(entry)}`).catch((error: unknown) => {
      this.#log.debug({ err: messageOf(error) }, "Live event reached this process only");
      this.#readers.tell(channel, entry);
    });
  }

  async forget(channel: string): Promise<void> {
    await this.#redis.del(channel).catch((error: unknown) => {
      this.#log.warn({ err: messageOf(error) }, "Could not clear a live channel; it expires when idle");
    });
  }

  async recent(channel: string, after: number, limit: number): Promise<HubEntry[]> {
    const entries: HubEntry[] = [];
    try {
      for (let from = after > 0 ? `(${toStreamId(after)}` : "-"; entries.length < limit; ) {
        const wanted = limit - entries.length;
        const rows = await this.#redis.xrange(channel, from, "+", "COUNT", wanted);
        entries.push(...rows.flatMap(([id, fields]) => this.#parse(id, fields[1]) ?? []));
        const last = rows.at(-1);
        if (!last || rows.length < wanted) break;
        from = `(${last[0]}`;
      }
    } catch {
      return entries;
    }
    return entries;
  }

  async oldest(channel: string): Promise<HubCursor | null | undefined> {
    try {
      const row = (await this.#redis.xrange(channel, "-", "+", "COUNT", 1))[0];
      if (!row) return null;
      const entry = parseEntry(row[1][1]);
      return entry && { position: toPosition(row[0]), stored: entry.stored, sequence: entry.event.sequence };
    } catch {
      return undefined;
    }
  }

  async lastEnd(channel: string): Promise<number> {
    try {
      for (let before = "+"; ; ) {
        const rows = await this.#redis.xrevrange(channel, before, "-", "COUNT", 100);
        const end = rows.find(([id, fields]) => this.#parse(id, fields[1])?.event.type === "end");
        if (end) return toPosition(end[0]);
        const last = rows.at(-1);
        if (rows.length < 100 || !last) return 0;
        before = `(${last[0]}`;
      }
    } catch {
      return 0;
    }
  }

  async subscribe(channel: string, listener: (entry: HubEntry | null) => void): Promise<HubSubscription> {
    if (this.#readers.add(channel, listener)) {
      const subscribing = this.#subscribeInTime(channel, () => this.#readers.tell(channel, null));
      this.#subscribing.set(channel, subscribing);
      await subscribing.finally(() => this.#subscribing.delete(channel));
    } else {
      await this.#subscribing.get(channel);
    }
    return {
      close: async () => {
        if (this.#readers.remove(channel, listener)) this.#unsubscribe(channel);
      },
    };
  }

  async notify(topic: string, payload: string): Promise<void> {
    await this.#redis.publish(topic, payload).catch((error: unknown) => {
      this.#log.debug({ err: messageOf(error) }, "Notice reached this process only");
      this.#topics.tell(topic, payload);
    });
  }

  async listen(topic: string, listener: (payload: string) => void, onMissed?: () => void): Promise<HubSubscription> {
    const hear = (payload: string | null) => (payload === null ? onMissed?.() : listener(payload));
    if (this.#topics.add(topic, hear)) await this.#subscribeInTime(topic, () => this.#topics.tell(topic, null));
    return {
      close: async () => {
        if (this.#topics.remove(topic, hear)) this.#unsubscribe(topic);
      },
    };
  }

  async close(): Promise<void> {
    this.#watch.stop();
    this.#readers.clear();
    this.#topics.clear();
  }

  #heard(channel: string, text: string): void {
    if (channel === this.#watch.channel) return this.#watch.heard(text);
    this.#topics.tell(channel, text);
    if (!this.#readers.has(channel)) return;
    if (text === resyncWord) return this.#readers.tell(channel, null);
    const space = text.indexOf(" ");
    const entry = this.#parse(text.slice(0, space), text.slice(space + 1));
    if (entry) this.#readers.tell(channel, entry);
  }

  /** Waits a moment for the subscription; when it is established later, it calls `late`, because entries may have been missed. */
  async #subscribeInTime(channel: string, late: () => void): Promise<void> {
    let isLate = false;
    const subscribed = this.#subscribe(channel).then(() => isLate && late());
    if (this.#watch.isCutOff) {
      isLate = true;
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve();
      }, subscribeWaitMs);
    });
    await Promise.race([subscribed, waited]);
    clearTimeout(timer);
  }

  async #subscribe(channel: string): Promise<void> {
    await this.#subscriber.subscribe(channel).catch(() => undefined);
  }

  #unsubscribe(channel: string): void {
    this.#subscriber.unsubscribe(channel).catch(() => undefined);
  }

  #rememberTold(eventId: string): void {
    this.#told.add(eventId);
    if (this.#told.size <= rememberedTold) return;
    for (const oldest of this.#told) {
      this.#told.delete(oldest);
      return;
    }
  }

  /** The entry, unless this process has already delivered it or cannot read its event because a newer version wrote it. */
  #parse(id: string, text: string | undefined): HubEntry | undefined {
    const entry = parseEntry(text);
    if (!entry || this.#told.has(entry.event.event_id)) return undefined;
    const event = readStreamEvent(entry.event);
    return event ? { position: toPosition(id), stored: entry.stored, event } : undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
