import { Redis } from "ioredis";
import type { Logger } from "../log.ts";

/** Longest a command may take: past it the caller goes on without Redis. */
const commandTimeoutMs = 1_000;
/** Longest wait for the first connection at start; without it the server starts all the same. */
const firstConnectMs = 3_000;

export interface RedisConnections {
  /** For commands that give up quickly while Redis is away. */
  commands: Redis;
  /** For SUBSCRIBE, which needs a connection of its own. */
  subscriber: Redis;
  close(): Promise<void>;
}

/** Opens the connections of one process. Redis being away is not an error here: it comes back by itself. */
export async function openRedis(url: string, log: Logger): Promise<RedisConnections> {
  const commands = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    lazyConnect: true,
  });
  const subscriber = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  for (const connection of [commands, subscriber]) watch(connection, log);
  await Promise.race([
    Promise.allSettled([commands.connect(), subscriber.connect()]),
    new Promise((resolve) => setTimeout(resolve, firstConnectMs).unref()),
  ]);
  return {
    commands,
    subscriber,
    async close() {
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}

/** One line when Redis goes and one when it is back; ioredis reports every failed try. */
function watch(connection: Redis, log: Logger): void {
  let isAway = false;
  connection.on("error", (error: Error) => {
    if (!isAway) log.warn({ err: error.message }, "Redis is away");
    isAway = true;
  });
  connection.on("ready", () => {
    if (isAway) log.info("Redis is back");
    isAway = false;
  });
}
