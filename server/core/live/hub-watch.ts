import type { Redis } from "ioredis";
import { newId } from "../ids.ts";
import type { HubEntry } from "./hub.ts";
import type { Listeners } from "./listeners.ts";
import type { RedisHealth } from "./redis-connections.ts";
import { createResync, type Resync } from "./resync.ts";

/**
 * Interval at which a process publishes a beat to itself. A beat that does not arrive before the next one shows that the process is cut
 * off.
 */
const beatMs = 2_000;
/**
 * While this process is cut off from the others, its readers read the store at this interval, because events from elsewhere do not reach
 * it.
 */
const pollMs = 2_000;

/** Consoles read much more than one ticket, so they reload only in every fifth round. */
const roundsPerTopicPoll = 5;

interface Watched {
  redis: Redis;
  subscriber: Redis;
  health: RedisHealth | undefined;
  readers: Listeners<[entry: HubEntry | null]>;
  topics: Listeners<[payload: string | null]>;
  /** Called when this process reaches the others again. */
  onBack(): void;
}

/**
 * Checks whether this process reaches the others: it publishes beats to itself, which arrive only when it may publish and subscribe and its
 * subscription works. Successful Redis commands do not prove that. While it is cut off, and once when it is back, all listeners read the
 * store again.
 */
export class HubWatch {
  readonly channel = `parley:hub:${newId()}`;
  readonly #parts: Watched;
  readonly #resyncReaders: Resync;
  readonly #resyncTopics: Resync;
  readonly #beats = { sent: 0, published: 0, heard: 0 };
  readonly #beating: NodeJS.Timeout;
  #polling: NodeJS.Timeout | undefined;
  /** True while its own beats do not arrive. */
  #isDeaf = false;
  #isCutOff = false;

  constructor(parts: Watched) {
    const { subscriber, health, readers, topics } = parts;
    this.#parts = parts;
    this.#resyncReaders = createResync(
      () => readers.names(),
      (channel) => readers.tell(channel, null),
    );
    this.#resyncTopics = createResync(
      () => topics.names(),
      (topic) => topics.tell(topic, null),
    );
    void this.#subscribe(this.channel);
    subscriber.on("ready", () => void this.#subscribeAll().then(() => this.#resync()));
    health?.onChange(() => this.#judge());
    // After this process itself was busy, the beat waits in the socket, which is read before the immediate.
    this.#beating = setInterval(() => setImmediate(() => this.#beat()), beatMs).unref();
  }

  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** A beat of this process arrived. */
  heard(text: string): void {
    this.#beats.heard = Number(text);
    if (!this.#isDeaf) return;
    this.#isDeaf = false;
    void this.#subscribeAll().then(() => this.#judge());
  }

  stop(): void {
    clearInterval(this.#beating);
    clearInterval(this.#polling);
    this.#resyncReaders.stop();
    this.#resyncTopics.stop();
  }

  #beat(): void {
    if (this.#beats.heard < this.#beats.published) this.#setDeaf();
    this.#beats.sent += 1;
    const beat = this.#beats.sent;
    this.#parts.redis.publish(this.channel, String(beat)).then(
      () => {
        this.#beats.published = beat;
      },
      (error: unknown) => {
        // Whether Redis is available is known without this call.
        if (String(error).includes("NOPERM")) this.#setDeaf();
      },
    );
  }

  #setDeaf(): void {
    this.#isDeaf = true;
    this.#judge();
    // The client does not repeat a subscription that was refused.
    void this.#subscribe(this.channel);
  }

  #judge(): void {
    const isCutOff = this.#parts.health?.isAway === true || this.#isDeaf;
    if (isCutOff === this.#isCutOff) return;
    this.#isCutOff = isCutOff;
    clearInterval(this.#polling);
    if (isCutOff) this.#poll();
    else this.#parts.onBack();
    this.#resync();
  }

  #poll(): void {
    let round = 0;
    this.#polling = setInterval(() => {
      round += 1;
      this.#resyncReaders.poll();
      if (round % roundsPerTopicPoll === 0) this.#resyncTopics.poll();
    }, pollMs).unref();
  }

  #resync(): void {
    this.#resyncReaders.all();
    this.#resyncTopics.all();
  }

  #subscribeAll(): Promise<void> {
    return this.#subscribe(this.channel, ...this.#parts.readers.names(), ...this.#parts.topics.names());
  }

  async #subscribe(...channels: string[]): Promise<void> {
    await this.#parts.subscriber.subscribe(...channels).catch(() => undefined);
  }
}
