import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { redisUnavailable, startRedisServer } from "./redis-server.ts";

test("a Redis server starts empty, answers and ends when told", async (context) => {
  const reason = redisUnavailable();
  if (reason) context.skip(reason);
  const server = await startRedisServer();
  const client = new Redis(server.url);
  try {
    expect(await client.dbsize()).toBe(0);
    await client.set("greeting", "hello");
    expect(await client.get("greeting")).toBe("hello");
  } finally {
    client.disconnect();
    await server.stop();
  }
  expect(() => process.kill(server.pid, 0)).toThrow("ESRCH");
});
