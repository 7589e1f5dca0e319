import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { defineCacheCommands } from "./redis-scripts.ts";
import {
  type CacheChanges,
  type CachedValue,
  type CacheEntry,
  type CacheStore,
  type CacheVersion,
  cachedValueSchema,
  evictionMemoryMs,
  type WriteOptions,
} from "./store.ts";

/** Entries per read, about 4 KB each. */
const readBatch = 200;

/**
 * Entries in Redis (6.2 or newer, no modules). All replies are checked: a value with another format, another tenant's value or an
 * incomplete vector counts as absent.
 */
export class RedisCacheStore implements CacheStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
    defineCacheCommands(redis);
  }

  async read(tenantId: string, id: string): Promise<{ value: CachedValue | null; version: CacheVersion }> {
    // Sent together in one round trip.
    const [value, state] = await Promise.all([
      this.#redis.hget(entryKey(tenantId, id), "value"),
      this.#redis.hmget(`${prefixOf(tenantId)}:v`, "e", "n"),
    ]);
    return { value: parseValue(value, tenantId), version: versionOf(state) };
  }

  async changesSince(tenantId: string, since: CacheVersion | null): Promise<CacheChanges> {
    const prefix = prefixOf(tenantId);
    const state = await this.#redis.hmget(`${prefix}:v`, "e", "n", "f");
    const version = versionOf(state);
    const complete = since === null || since.epoch !== version.epoch || since.count < Number(state[2] ?? 0);
    const ids = complete
      ? await this.#redis.zrange(`${prefix}:i`, "0", "-1")
      : await this.#redis.zrangebyscore(`${prefix}:l`, `(${since.count}`, "+inf");
    const found = await this.#entries(tenantId, ids);
    const removed = complete ? [] : ids.filter((id) => !found.has(id));
    return { version, complete, entries: [...found.values()], removed };
  }

  async write(tenantId: string, entry: CacheEntry, { ttlMs, maxEntries, seen }: WriteOptions): Promise<boolean> {
    const { vector, ...value } = entry;
    const documents = [...new Set(entry.chunks.map((chunk) => chunk.document_id))];
    const reply = await this.#redis.parleyCacheWrite(
      prefixOf(tenantId),
      randomUUID(),
      entry.id,
      JSON.stringify(value),
      vector ? pack(vector) : "",
      JSON.stringify(documents),
      entry.created_at,
      ttlMs,
      maxEntries,
      seen.epoch,
      seen.count,
    );
    return reply === 1;
  }

  async remove(tenantId: string, ids: string[]): Promise<number> {
    return ids.length === 0 ? 0 : this.#redis.parleyCacheRemove(prefixOf(tenantId), ...ids);
  }

  async removeDocument(tenantId: string, documentId: string): Promise<number> {
    return this.#redis.parleyCacheRemoveDocument(prefixOf(tenantId), documentId, evictionMemoryMs, randomUUID());
  }

  async clear(tenantId: string): Promise<number> {
    return this.#redis.parleyCacheClear(prefixOf(tenantId), randomUUID());
  }

  async countHit(tenantId: string, id: string): Promise<void> {
    await this.#redis.parleyCacheHit(prefixOf(tenantId), id);
  }

  async count(tenantId: string, what: string, by: number): Promise<void> {
    await this.#redis.hincrby(`${prefixOf(tenantId)}:c`, what, by);
  }

  async counts(tenantId: string): Promise<Record<string, number>> {
    const counts = await this.#redis.hgetall(`${prefixOf(tenantId)}:c`);
    return Object.fromEntries(Object.entries(counts).map(([what, count]) => [what, Number(count)]));
  }

  async list(tenantId: string, limit: number): Promise<{ value: CachedValue; hits: number }[]> {
    const ids = await this.#redis.zrevrange(`${prefixOf(tenantId)}:i`, "0", String(limit - 1));
    const replies = await Promise.all(ids.map((id) => this.#redis.hmget(entryKey(tenantId, id), "value", "hits")));
    return replies.flatMap(([json, hits]) => {
      const value = parseValue(json ?? null, tenantId);
      return value ? [{ value, hits: Number(hits ?? 0) }] : [];
    });
  }

  async #entries(tenantId: string, ids: string[]): Promise<Map<string, CacheEntry>> {
    const found = new Map<string, CacheEntry>();
    for (let start = 0; start < ids.length; start += readBatch) {
      const batch = ids.slice(start, start + readBatch);
      const replies = await Promise.all(
        batch.map((id) => this.#redis.hmgetBuffer(entryKey(tenantId, id), "value", "vector")),
      );
      for (const [json, vector] of replies) {
        const value = parseValue(json?.toString("utf8") ?? null, tenantId);
        if (value) found.set(value.id, { ...value, vector: unpack(vector) });
      }
    }
    return found;
  }
}

/** All keys of a tenant share a hash tag, so that they are in one slot of a cluster. */
function prefixOf(tenantId: string): string {
  return `parley:cache:{${tenantId}}`;
}

function entryKey(tenantId: string, id: string): string {
  return `${prefixOf(tenantId)}:e:${id}`;
}

function versionOf([epoch, count]: (string | null)[]): CacheVersion {
  return { epoch: epoch ?? "", count: Number(count ?? 0) };
}

function parseValue(json: string | null, tenantId: string): CachedValue | null {
  if (json === null) return null;
  const parsed = cachedValueSchema.safeParse(parseJson(json));
  return parsed.success && parsed.data.tenant_id === tenantId && parsed.data.expires_at > Date.now()
    ? parsed.data
    : null;
}

/** A value that is not JSON is foreign or incomplete and counts as absent. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function pack(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

function unpack(bytes: Buffer | null | undefined): Float32Array | null {
  if (!bytes || bytes.length === 0 || bytes.length % 4 !== 0) return null;
  // A copy: the reply's memory is shared and may not be aligned to four bytes.
  return new Float32Array(new Uint8Array(bytes).buffer);
}
