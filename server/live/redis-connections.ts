import { Redis } from "ioredis";
import type { Logger } from "../log.ts";
import { GuardedRedis } from "./guarded-redis.ts";

/** Longest wait for the first connection at start; without it the server starts all the same. */
const firstConnectMs = 3_000;

export interface RedisConnections {
  /** For commands that give up quickly while Redis is away. */
  commands: GuardedRedis;
  /** For SUBSCRIBE, which needs a connection of its own. One for the whole process. */
  subscriber: Redis;
  close(): Promise<void>;
}

/** Opens the connections of one process. Redis being away is not an error here: it comes back by itself. */
export async function openRedis(url: string, log: Logger): Promise<RedisConnections> {
  const commands = new GuardedRedis(url);
  const subscriber = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  commands.onChange((isAway) => {
    if (isAway) log.warn("Redis does not answer; live tokens and shared limits pause, everything else goes on");
    else log.info("Redis answers");
  });
  // ioredis reports every failed try; what counts is told above, once.
  for (const connection of [commands, subscriber])
    connection.on("error", (error: Error) => log.debug({ err: error.message }, "a Redis connection failed"));
  let deadline: NodeJS.Timeout | undefined;
  await Promise.race([
    Promise.allSettled([commands.connect(), subscriber.connect()]),
    new Promise((resolve) => {
      deadline = setTimeout(resolve, firstConnectMs);
    }),
  ]);
  clearTimeout(deadline);
  return {
    commands,
    subscriber,
    async close() {
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}
