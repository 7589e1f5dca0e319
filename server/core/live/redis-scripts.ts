import type { Redis, Result } from "ioredis";

declare module "ioredis" {
  interface RedisCommander<Context> {
    parleyPublish(channel: string, maxEntries: number, idleMs: number, ...entries: string[]): Result<string, Context>;
  }
}

/** Teaches a connection the hub's command: sent whole once, then by its hash. */
export function defineHubCommands(redis: Redis): void {
  redis.defineCommand("parleyPublish", { numberOfKeys: 1, lua: publishScript });
}

/**
 * Adds entries to the channel's stream and tells listeners, as one step, so that stream and channel have
 * the same order. The stream's own id (milliseconds-counter) becomes the position. A Redis that is full
 * refuses to remember; listeners are told all the same, under an id from its clock.
 * KEYS: channel. ARGV: most entries kept, life in ms, entries.
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
