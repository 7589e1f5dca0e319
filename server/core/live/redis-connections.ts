import { subscribe } from "node:diagnostics_channel";
import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "../log.ts";
import { type OpenSpan, openSpan } from "../trace.ts";

/** Longest wait for the first connection at start; the server also starts without it. */
const firstConnectMs = 3_000;
/** Command timeout; a Redis in the same network responds within a millisecond. */
const commandTimeoutMs = 1_000;
/** Longest wait for a response before a connection is discarded: longer than a command may take, because a busy process reads late. */
const discardedAfterMs = 1_500;
/**
 * Interval at which a subscriber tests its connection; it is discarded when nothing arrives for `silentMs` afterwards. With the pause
 * before the next try, this stays below the 10 s within which everything must work again.
 */
const pingMs = 2_000;
const silentMs = 4_000;

/**
 * Options of every connection. `socketTimeout` discards a connection on which nothing arrives while a response is due, also during the
 * handshake: a frozen server and a network that drops packets close nothing. INFO is not used (`enableReadyCheck`): restricted users of
 * hosted Redis may not call it, and a Redis that is still loading refuses commands, which is handled like any other failure.
 */
const everyConnection = {
  lazyConnect: true,
  connectTimeout: 3_000,
  disconnectTimeout: 500,
  keepAlive: 10_000,
  enableReadyCheck: false,
  disableClientInfo: true,
  retryStrategy: (tries: number) => Math.min(tries * 100, 1_000),
} satisfies RedisOptions;

/** Whether Redis is available now. */
export interface RedisHealth {
  readonly isAway: boolean;
  /** Registers a callback for each change, for the life of the process. */
  onChange(listener: (isAway: boolean) => void): void;
}

export interface RedisConnections {
  /** For commands, which fail quickly while Redis is unavailable. */
  commands: Redis;
  /** For SUBSCRIBE, which needs its own connection. One for the whole process. */
  subscriber: Redis;
  /** Health of the command connection. */
  health: RedisHealth;
  close(): Promise<void>;
}

/**
 * A connection for commands that never wait long. A connection whose responses are overdue is discarded, and until it is replaced all
 * commands fail at once.
 */
export function createCommandConnection(url: string, { isFollowed = false } = {}): Redis {
  if (isFollowed) followCommands();
  return new Redis(url, {
    ...everyConnection,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    socketTimeout: discardedAfterMs,
    enableOfflineQueue: false,
    // Commands issued at the same moment are sent in one packet. They then appear under the first command's span, which makes traces
    // useless.
    enableAutoPipelining: !isFollowed,
  });
}

/**
 * Opens the connections of one process. An unavailable Redis is not an error here: the connections recover by themselves.
 * @param options.isFollowed true: commands are part of traces
 */
export async function openRedis(
  url: string,
  log: Logger,
  options: { isFollowed?: boolean } = {},
): Promise<RedisConnections> {
  const commands = createCommandConnection(url, options);
  const subscriber = new Redis(url, {
    ...everyConnection,
    maxRetriesPerRequest: null,
    socketTimeout: silentMs,
    // The client would resubscribe by itself, and a refusal, which nothing catches there, would end the process.
    autoResubscribe: false,
  });
  const health = followHealth(commands);
  health.onChange((isAway) => {
    if (isAway) log.warn("Redis does not respond; live tokens and shared limits are paused");
    else log.info("Redis responds again");
  });
  // ioredis reports every failed try; the relevant change is logged once, above.
  for (const connection of [commands, subscriber])
    connection.on("error", (error: Error) => log.debug({ err: error.message }, "Redis connection failed"));
  // A subscriber that is cut off receives and sends nothing by itself; the overdue ping response makes it notice.
  const pinging = setInterval(() => {
    if (subscriber.status === "ready") subscriber.ping().catch(() => undefined);
  }, pingMs).unref();
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
    health,
    async close() {
      clearInterval(pinging);
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}

/** Longest wait for each response over a connection that tries once. */
const onceTimeoutMs = 5_000;

/**
 * Works over a connection of its own, which tries to connect once.
 * @throws when Redis does not respond or rejects the user
 */
export async function overOwnConnection<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    disableClientInfo: true,
    maxRetriesPerRequest: 0,
    connectTimeout: onceTimeoutMs,
    commandTimeout: onceTimeoutMs,
    retryStrategy: () => null,
  });
  let failure: unknown;
  redis.on("error", (error) => {
    failure = error;
  });
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    // The command only reports that the connection was closed; the reason came earlier.
    throw failure ?? error;
  } finally {
    redis.disconnect();
  }
}

function followHealth(redis: Redis): RedisHealth {
  const listeners: ((isAway: boolean) => void)[] = [];
  let isAway = false;
  const set = (now: boolean) => {
    if (isAway === now) return;
    isAway = now;
    for (const listener of listeners) listener(now);
  };
  redis.on("close", () => set(true));
  redis.on("ready", () => set(false));
  return {
    get isAway() {
      return isAway;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

const spans = new WeakMap<object, OpenSpan>();
let isFollowing = false;

/** Has the Redis commands of this process become spans of whoever sends them: their names, never their keys and values. */
function followCommands(): void {
  if (isFollowing) return;
  isFollowing = true;
  // The client's own channels; whoever sends a command is the caller of `start`.
  subscribe("tracing:ioredis:command:start", (message) => {
    const { command } = message as { command: string }; // CommandTraceContext of ioredis
    const name = command.toLowerCase();
    const attributes = { "db.system.name": "redis", "db.operation.name": name };
    const span = openSpan(`redis ${name}`, { kind: "client", attributes });
    if (span) spans.set(message as object, span);
  });
  subscribe("tracing:ioredis:command:asyncEnd", (message) => {
    const { error } = message as { error?: unknown }; // set by tracePromise
    // A script that Redis does not know yet is sent whole next.
    const isFine = error === undefined || String(error).includes("NOSCRIPT");
    spans.get(message as object)?.end(isFine ? undefined : "refused");
  });
}
