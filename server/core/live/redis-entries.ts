import type { Redis, Result } from "ioredis";
import { z } from "zod";

/** The fields of every entry that this version needs, whichever version wrote it. */
const entrySchema = z.object({
  stored: z.boolean(),
  event: z.looseObject({ event_id: z.string(), sequence: z.number().int().nonnegative() }),
});

/** Parses an entry of a channel's stream or publication; undefined for an invalid one. */
export function parseEntry(text: string | undefined): z.infer<typeof entrySchema> | undefined {
  if (text === undefined) return undefined;
  try {
    return entrySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Milliseconds and counter in one number: exact until the year 2255 with fewer than 1,000 entries per millisecond. */
export function toPosition(streamId: string): number {
  const [ms = "0", counter = "0"] = streamId.split("-");
  return Number(ms) * 1_000 + Number(counter);
}

/** The Redis stream id of a position. */
export function toStreamId(position: number): string {
  return `${Math.floor(position / 1_000)}-${position % 1_000}`;
}

declare module "ioredis" {
  interface RedisCommander<Context> {
    parleyPublish(channel: string, maxEntries: number, idleMs: number, ...entries: string[]): Result<string, Context>;
  }
}

/** Registers the hub's command on a connection: sent in full once, then by its hash. */
export function defineHubCommands(redis: Redis): void {
  redis.defineCommand("parleyPublish", { numberOfKeys: 1, lua: publishScript });
}

/**
 * Adds entries to the channel's stream and publishes them in one step, so that stream and channel have the same order. The stream's own id
 * (milliseconds-counter) becomes the position. A full Redis refuses to store; listeners still receive the entries, with an id from Redis's
 * clock. KEYS: channel. ARGV: most entries kept, life in ms, entries.
 */
const publishScript = `
local kept = false
for index = 3, #ARGV do
  local id = redis.pcall('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'e', ARGV[index])
  if type(id) == 'table' then
    local now = redis.call('TIME')
    id = now[1] .. string.format('%03d', math.floor(tonumber(now[2]) / 1000)) .. '-' .. (tonumber(now[2]) % 1000)
  else
    kept = id
  end
  redis.call('PUBLISH', KEYS[1], id .. ' ' .. ARGV[index])
end
if kept then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return kept or ''`;
