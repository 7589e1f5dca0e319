import { Redis } from "ioredis";
import { describeMissingRights, findMissingRights, rightsLine } from "../core/live/redis-rights.ts";
import type { MissingRedisRights, RedisFacts } from "../operations/doctor/deps.ts";

const askTimeoutMs = 5_000;

/**
 * Asks Redis about itself and tries what its user may do, over connections of their own: those of the server may be the trouble.
 * @throws when it does not answer, or does not take the user
 */
export async function askRedis(url: string): Promise<{ facts: RedisFacts | null; missing: MissingRedisRights | null }> {
  const missing = await findMissingRights(url);
  return {
    facts: await readFacts(url),
    missing: missing && { detail: describeMissingRights(missing), line: rightsLine(missing.user) },
  };
}

async function readFacts(url: string): Promise<RedisFacts | null> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    disableClientInfo: true,
    maxRetriesPerRequest: 0,
    connectTimeout: askTimeoutMs,
    commandTimeout: askTimeoutMs,
    retryStrategy: () => null,
  });
  redis.on("error", () => {}); // told by the refused command
  try {
    await redis.connect();
    const info = await redis.info().catch((error: unknown) => {
      if (String(error).includes("NOPERM")) return null;
      throw error;
    });
    if (info === null) return null;
    // pattern-example: /^role:(.*?)\r?$/m
    const read = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
    return {
      version: read("redis_version") || "?",
      isReplica: read("role") === "slave",
      policy: read("maxmemory_policy"),
      maxMemory: Number(read("maxmemory")) || 0,
      usedMemory: Number(read("used_memory")) || 0,
      appendOnly: read("aof_enabled") === "1",
      saveFailed: read("rdb_last_bgsave_status") === "err" || read("aof_last_write_status") === "err",
    };
  } finally {
    redis.disconnect();
  }
}
