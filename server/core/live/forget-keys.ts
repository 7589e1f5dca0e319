import type { Redis } from "ioredis";

/** Keys per scan step; Redis serves other clients in between. */
const scanned = 1_000;

/**
 * Deletes every key whose name contains one of these ids: recent events, limits, cached answers. Scans all keys once, whatever the number
 * of ids. @returns the number of deleted keys.
 */
export async function forgetKeys(redis: Redis, ids: readonly string[]): Promise<number> {
  const wanted = new Set(ids);
  let count = 0;
  let cursor = "0";
  do {
    const [next, keys] = await redis.scan(cursor, "COUNT", scanned);
    const found = keys.filter((key) => idsIn(key).some((id) => wanted.has(id)));
    if (found.length > 0) for (const key of found) count += await redis.unlink(key);
    cursor = next;
  } while (cursor !== "0");
  return count;
}

function idsIn(key: string): string[] {
  return key.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
}
