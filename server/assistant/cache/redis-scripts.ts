import type { Redis, Result } from "ioredis";

type Argument = string | number | Buffer;

declare module "ioredis" {
  interface RedisCommander<Context> {
    parleyCacheWrite(prefix: string, ...args: Argument[]): Result<number, Context>;
    parleyCacheRemove(prefix: string, ...ids: string[]): Result<number, Context>;
    parleyCacheRemoveDocument(prefix: string, ...args: Argument[]): Result<number, Context>;
    parleyCacheClear(prefix: string, epoch: string): Result<number, Context>;
    parleyCacheHit(prefix: string, id: string): Result<number, Context>;
  }
}

/**
 * Changes of a tenant's cache as scripts: Redis applies each one completely or not at all. All keys of a tenant share one hash
 * tag, and therefore one slot of a cluster; so a script builds the keys of single entries from the prefix.
 *
 * prefix:v  hash    e = epoch, n = number of changes, f = changes up to this number are forgotten, p = the cache was purged
 * prefix:i  zset    entry id -> time of creation (ms)
 * prefix:l  zset    entry id -> number of its last change
 * prefix:e:<id>     hash    value (JSON), vector (packed float32), hits, docs (JSON list)
 * prefix:c  hash    event -> count
 * prefix:d:<doc>    set     ids of the entries that cite the document
 * prefix:t:<doc>    string  number of the change that evicted the document
 */
const shared = `
local P = KEYS[1]
local function change(id)
  local n = redis.call('HINCRBY', P .. ':v', 'n', 1)
  redis.call('ZADD', P .. ':l', n, id)
  return n
end
local function drop(id)
  local key = P .. ':e:' .. id
  local docs = redis.call('HGET', key, 'docs')
  if docs then for _, d in ipairs(cjson.decode(docs)) do redis.call('SREM', P .. ':d:' .. d, id) end end
  local gone = redis.call('DEL', key)
  if redis.call('ZREM', P .. ':i', id) == 1 or gone == 1 then change(id) end
  return gone
end
local function trim()
  local over = redis.call('ZCARD', P .. ':l') - 1000
  if over > 0 then
    local last = redis.call('ZRANGE', P .. ':l', over - 1, over - 1, 'WITHSCORES')
    redis.call('ZREMRANGEBYRANK', P .. ':l', 0, over - 1)
    redis.call('HSET', P .. ':v', 'f', last[2])
  end
end
`;

/**
 * ARGV: new epoch, id, value, vector, docs (JSON), created, ttl, max entries, seen epoch (empty: there was none), seen count. Returns 1, or
 * 0 (refused).
 */
const writeScript = `${shared}
redis.call('HSETNX', P .. ':v', 'e', ARGV[1])
if ARGV[9] == '' then
  if redis.call('HEXISTS', P .. ':v', 'p') == 1 then return 0 end
elseif redis.call('HGET', P .. ':v', 'e') ~= ARGV[9] then return 0 end
local seen = tonumber(ARGV[10])
local docs = cjson.decode(ARGV[5])
for _, d in ipairs(docs) do
  local evicted = redis.call('GET', P .. ':t:' .. d)
  if evicted and tonumber(evicted) > seen then return 0 end
end
drop(ARGV[2])
local key = P .. ':e:' .. ARGV[2]
redis.call('HSET', key, 'value', ARGV[3], 'vector', ARGV[4], 'docs', ARGV[5], 'hits', 0)
redis.call('PEXPIRE', key, ARGV[7])
redis.call('ZADD', P .. ':i', ARGV[6], ARGV[2])
for _, d in ipairs(docs) do
  redis.call('SADD', P .. ':d:' .. d, ARGV[2])
  redis.call('PEXPIRE', P .. ':d:' .. d, ARGV[7])
end
change(ARGV[2])
for _, id in ipairs(redis.call('ZRANGEBYSCORE', P .. ':i', '-inf', tonumber(ARGV[6]) - tonumber(ARGV[7]))) do drop(id) end
local over = redis.call('ZCARD', P .. ':i') - tonumber(ARGV[8])
if over > 0 then for _, id in ipairs(redis.call('ZRANGE', P .. ':i', 0, over - 1)) do drop(id) end end
trim()
return 1`;

/** ARGV: ids. Returns how many existed. */
const removeScript = `${shared}
local removed = 0
for _, id in ipairs(ARGV) do removed = removed + drop(id) end
trim()
return removed`;

/** ARGV: document id, how long to remember the eviction in ms, new epoch. */
const removeDocumentScript = `${shared}
redis.call('HSETNX', P .. ':v', 'e', ARGV[3])
local removed = 0
for _, id in ipairs(redis.call('SMEMBERS', P .. ':d:' .. ARGV[1])) do removed = removed + drop(id) end
redis.call('DEL', P .. ':d:' .. ARGV[1])
local n = redis.call('HINCRBY', P .. ':v', 'n', 1)
redis.call('SET', P .. ':t:' .. ARGV[1], n, 'PX', ARGV[2])
trim()
return removed`;

/** ARGV: new epoch, which invalidates all copies. Evictions are kept. */
const clearScript = `${shared}
local removed = 0
for _, id in ipairs(redis.call('ZRANGE', P .. ':i', 0, -1)) do removed = removed + drop(id) end
redis.call('DEL', P .. ':i', P .. ':l')
redis.call('HSET', P .. ':v', 'e', ARGV[1], 'p', 1)
return removed`;

/** ARGV: id. */
const hitScript = `
local key = KEYS[1] .. ':e:' .. ARGV[1]
if redis.call('EXISTS', key) == 1 then redis.call('HINCRBY', key, 'hits', 1) end
return 1`;

/** Defines the cache's commands on a connection: each script is sent once in full, then by its hash. */
export function defineCacheCommands(redis: Redis): void {
  for (const [name, lua] of Object.entries({
    parleyCacheWrite: writeScript,
    parleyCacheRemove: removeScript,
    parleyCacheRemoveDocument: removeDocumentScript,
    parleyCacheClear: clearScript,
    parleyCacheHit: hitScript,
  }))
    redis.defineCommand(name, { numberOfKeys: 1, lua });
}
