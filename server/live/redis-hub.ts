import type { Redis } from "ioredis";
import { z } from "zod";
import { streamEventSchema } from "../../protocol/events.ts";
import type { Logger } from "../log.ts";
import { channelIdleMs, type HubEntry, type HubSubscription, type LiveHub, maxEntriesPerChannel } from "./hub.ts";

/**
 * Adds one entry to the channel's stream and tells listeners, as one step, so that stream and channel
 * have the same order. The stream's own id (milliseconds-counter) becomes the position.
 */
const publishScript = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'e', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', KEYS[1], id .. ' ' .. ARGV[1])
return id`;

const entrySchema = z.object({ stored: z.boolean(), event: streamEventSchema });

/**
 * The hub of many processes: a bounded Redis stream per channel for what was just said, PUBLISH for
 * delivery. With Redis away publishing is given up quietly: readers then live on stored events.
 * @param redis for commands. @param subscriber a connection of its own, as SUBSCRIBE demands.
 */
export function createRedisHub(redis: Redis, subscriber: Redis, log: Logger): LiveHub {
  const listeners = new Map<string, Set<(text: string) => void>>();
  subscriber.on("message", (channel: string, text: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(text);
  });

  const listen = async (channel: string, listener: (text: string) => void): Promise<HubSubscription> => {
    const known = listeners.get(channel) ?? new Set();
    known.add(listener);
    listeners.set(channel, known);
    if (known.size === 1) await subscriber.subscribe(channel).catch(() => undefined);
    return {
      async close() {
        known.delete(listener);
        if (known.size > 0 || listeners.get(channel) !== known) return;
        listeners.delete(channel);
        await subscriber.unsubscribe(channel).catch(() => undefined);
      },
    };
  };

  return {
    async publish(channel, events) {
      try {
        const pipeline = redis.pipeline();
        for (const entry of events)
          pipeline.eval(publishScript, 1, channel, JSON.stringify(entry), maxEntriesPerChannel, channelIdleMs);
        await pipeline.exec();
      } catch (error) {
        log.warn({ err: error instanceof Error ? error.message : String(error) }, "live events could not be published");
      }
    },
    async recent(channel, after) {
      try {
        const rows = await redis.xrange(channel, after > 0 ? `(${toStreamId(after)}` : "-", "+");
        return rows.flatMap(([id, fields]) => parseEntry(id, fields[1]) ?? []);
      } catch {
        return [];
      }
    },
    subscribe: (channel, listener) =>
      listen(channel, (text) => {
        const entry = parseMessage(text);
        if (entry) listener(entry);
      }),
    async notify(topic, payload) {
      await redis
        .publish(topic, payload)
        .catch((error: Error) => log.warn({ err: error.message }, "a notice could not be published"));
    },
    listen,
    async close() {
      listeners.clear();
    },
  };
}

function parseMessage(text: string): HubEntry | undefined {
  const space = text.indexOf(" ");
  return parseEntry(text.slice(0, space), text.slice(space + 1));
}

function parseEntry(id: string, text: string | undefined): HubEntry | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = entrySchema.safeParse(value);
  return parsed.success ? { position: toPosition(id), ...parsed.data } : undefined;
}

/** Milliseconds and counter in one number: exact until the year 2255 with fewer than 1,000 entries in a millisecond. */
function toPosition(streamId: string): number {
  const [ms = "0", counter = "0"] = streamId.split("-");
  return Number(ms) * 1_000 + Number(counter);
}

function toStreamId(position: number): string {
  return `${Math.floor(position / 1_000)}-${position % 1_000}`;
}
