import { Redis } from "ioredis";
import type { RedisFacts } from "../doctor/deps.ts";

const askTimeoutMs = 5_000;

/** Asks Redis about itself, over a connection of its own: that of the server may be the trouble. @throws when it does not answer. */
export async function askRedis(url: string): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: askTimeoutMs,
    commandTimeout: askTimeoutMs,
    retryStrategy: () => null,
  });
  redis.on("error", () => {}); // told by the refused command
  try {
    await redis.connect();
    const info = await redis.info();
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
