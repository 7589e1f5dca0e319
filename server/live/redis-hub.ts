import type { Redis } from "ioredis";
import { readStreamEvent } from "../../protocol/events.ts";
import { newId } from "../ids.ts";
import type { Logger } from "../log.ts";
import {
  channelIdleMs,
  type HubEntry,
  type HubPlace,
  type HubSubscription,
  type LiveHub,
  maxEntriesPerChannel,
} from "./hub.ts";
import { Listeners } from "./listeners.ts";
import type { RedisHealth } from "./redis-connections.ts";
import { parseEntry, toPosition, toStreamId } from "./redis-entries.ts";
import { defineHubCommands } from "./redis-scripts.ts";
import { createResync, type Resync } from "./resync.ts";
import { createUnpublished, resyncWord } from "./unpublished.ts";

/** Longest a new reader waits for its subscription; without it, it begins with the store and hears later. */
const subscribeWaitMs = 500;
/** While this process is cut off from the others its readers read the store this often, because nobody tells them of events elsewhere. */
const pollMs = 2_000;
/** Consoles read much more than one ticket, so they are asked to in every fifth of these rounds. */
const roundsPerTopicPoll = 5;
/** A process publishes a word to itself this often; one that did not come by the next time says that it is cut off. */
const beatMs = 2_000;
/** Entries that were told here because Redis did not answer; it may still say them when it is back. */
const rememberedTold = 5_000;

interface RedisHubParts {
  /** For commands. */
  redis: Redis;
  /** A connection of its own, as SUBSCRIBE demands. The hub subscribes anew when it is ready again. */
  subscriber: Redis;
  log: Logger;
  health?: RedisHealth;
}

/**
 * The hub of many processes: a bounded Redis stream per channel for what was just said, PUBLISH for
 * delivery over one shared connection. While Redis is away, or what this process publishes does not come back to it (a right that was taken
 * away, a subscription that hears nothing), events reach the readers of this process directly, and all readers read the store now and then:
 * short-lived events may be missed, stored ones come.
 */
export function createRedisHub(parts: RedisHubParts): LiveHub {
  return new RedisHub(parts);
}

class RedisHub implements LiveHub {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #log: Logger;
  readonly #health: RedisHealth | undefined;
  readonly #readers: Listeners<[entry: HubEntry | null]>;
  readonly #topics: Listeners<[payload: string | null]>;
  readonly #resync: Resync;
  readonly #resyncTopics: Resync;
  readonly #unpublished: ReturnType<typeof createUnpublished>;
  readonly #told = new Set<string>();
  readonly #subscribing = new Map<string, Promise<void>>();
  readonly #ownChannel = `parley:hub:${newId()}`;
  readonly #beating: NodeJS.Timeout;
  /** Words to itself: the newest one sent, published, and heard. */
  readonly #beats = { sent: 0, published: 0, heard: 0 };
  /** True while words to itself do not come. */
  #isDeaf = false;
  #isCutOff = false;
  #polling: NodeJS.Timeout | undefined;

  constructor({ redis, subscriber, log, health }: RedisHubParts) {
    this.#redis = redis;
    defineHubCommands(redis);
    this.#subscriber = subscriber;
    this.#log = log;
    this.#health = health;
    this.#readers = new Listeners(log);
    this.#topics = new Listeners(log);
    this.#resync = createResync(
      () => this.#readers.names(),
      (channel) => this.#readers.tell(channel, null),
    );
    this.#resyncTopics = createResync(
      () => this.#topics.names(),
      (topic) => this.#topics.tell(topic, null),
    );
    this.#unpublished = createUnpublished((channel, text) => redis.publish(channel, text));
    subscriber.on("message", (channel: string, text: string) => this.#heard(channel, text));
    subscriber.on("ready", () => void this.#subscribeAll().then(() => this.#resyncAll()));
    void this.#subscribe(this.#ownChannel);
    health?.onChange(() => this.#judge());
    // When this process itself was busy, the word lies in the socket, which is read before the immediate.
    this.#beating = setInterval(() => setImmediate(() => this.#beat()), beatMs).unref();
  }

  /** Publishes a word to this process itself: proof that it may publish, that it may subscribe, and that its subscription is alive. */
  #beat(): void {
    if (this.#beats.heard < this.#beats.published) this.#setDeaf();
    this.#beats.sent += 1;
    const beat = this.#beats.sent;
    this.#redis.publish(this.#ownChannel, String(beat)).then(
      () => {
        this.#beats.published = beat;
      },
      (error: unknown) => {
        // Whether Redis is there is known without this.
        if (messageOf(error).startsWith("NOPERM")) this.#setDeaf();
      },
    );
  }

  #setDeaf(): void {
    this.#isDeaf = true;
    this.#judge();
    // A subscription that was refused is not made again by the client.
    void this.#subscribe(this.#ownChannel);
  }

  #heardItself(beat: number): void {
    this.#beats.heard = beat;
    if (!this.#isDeaf) return;
    this.#isDeaf = false;
    void this.#subscribeAll().then(() => this.#judge());
  }

  #judge(): void {
    const isCutOff = this.#health?.isAway === true || this.#isDeaf;
    if (isCutOff === this.#isCutOff) return;
    this.#isCutOff = isCutOff;
    clearInterval(this.#polling);
    if (isCutOff) this.#poll();
    else this.#unpublished.flush();
    this.#resyncAll();
  }

  #poll(): void {
    let rounds = 0;
    this.#polling = setInterval(() => {
      rounds += 1;
      this.#resync.poll();
      if (rounds % roundsPerTopicPoll === 0) this.#resyncTopics.poll();
    }, pollMs).unref();
  }

  #resyncAll(): void {
    this.#resync.all();
    this.#resyncTopics.all();
  }

  async publish(channel: string, events: { stored: boolean; event: HubEntry["event"] }[]): Promise<number> {
    const texts = events.map((entry) => JSON.stringify(entry));
    try {
      const id = await this.#redis.parleyPublish(channel, maxEntriesPerChannel, channelIdleMs, ...texts);
      return id === "" ? 0 : toPosition(id);
    } catch (error) {
      this.#log.debug({ err: messageOf(error) }, "live events were told to this process only");
      this.#unpublished.note(channel);
      if (!this.#isCutOff) this.#unpublished.flush();
      for (const { stored, event } of events) {
        this.#rememberTold(event.event_id);
        this.#readers.tell(channel, { position: 0, stored, event });
      }
      return 0;
    }
  }

  async tell(channel: string, event: HubEntry["event"]): Promise<void> {
    const entry = { position: 0, stored: false, event };
    // Published past the channel's stream, under an id that says so.
    await this.#redis.publish(channel, `0-0 ${JSON.stringify(entry)}`).catch((error: unknown) => {
      this.#log.debug({ err: messageOf(error) }, "a live event was told to this process only");
      this.#readers.tell(channel, entry);
    });
  }

  async forget(channel: string): Promise<void> {
    await this.#redis.del(channel).catch((error: unknown) => {
      this.#log.warn(
        { err: messageOf(error) },
        "a channel could not be emptied; it is forgotten when it was silent for a while",
      );
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

  async oldest(channel: string): Promise<HubPlace | null | undefined> {
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
      this.#log.debug({ err: messageOf(error) }, "a notice was told to this process only");
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
    clearInterval(this.#beating);
    clearInterval(this.#polling);
    this.#resync.stop();
    this.#resyncTopics.stop();
    this.#readers.clear();
    this.#topics.clear();
  }

  #heard(channel: string, text: string): void {
    if (channel === this.#ownChannel) return this.#heardItself(Number(text));
    this.#topics.tell(channel, text);
    if (!this.#readers.has(channel)) return;
    if (text === resyncWord) return this.#readers.tell(channel, null);
    const space = text.indexOf(" ");
    const entry = this.#parse(text.slice(0, space), text.slice(space + 1));
    if (entry) this.#readers.tell(channel, entry);
  }

  /** Waits a moment for the subscription; one that comes later calls `late`, because something may have been missed. */
  async #subscribeInTime(channel: string, late: () => void): Promise<void> {
    let isLate = false;
    const subscribed = this.#subscribe(channel).then(() => isLate && late());
    if (this.#isCutOff) {
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

  #subscribeAll(): Promise<void> {
    return this.#subscribe(this.#ownChannel, ...this.#readers.names(), ...this.#topics.names());
  }

  async #subscribe(...channels: string[]): Promise<void> {
    await this.#subscriber.subscribe(...channels).catch(() => undefined);
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

  /** The entry, unless this process has told it already or cannot read its event: a newer version wrote it. */
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
