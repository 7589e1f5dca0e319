import { subscribe } from "node:diagnostics_channel";
import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "../log.ts";
import { type OpenSpan, openSpan } from "../trace.ts";

/** Longest wait for the first connection at start; without it the server starts all the same. */
const firstConnectMs = 3_000;
/** Longest a command may take; a Redis in the same network answers within a millisecond. */
const commandTimeoutMs = 1_000;
/** Longest that a connection may owe an answer: more than a command may take, since a process that was busy itself reads late. */
const discardedAfterMs = 1_500;
/**
 * A subscriber is asked this often whether its connection still works, and discarded when nothing comes for `silentMs` after that. Together with
 * the pause before the next try this stays below the 10 s within which everything works again.
 */
const pingMs = 2_000;
const silentMs = 4_000;

/**
 * Of every connection. `socketTimeout` discards one on which nothing comes while an answer is due, also during the handshake: a frozen server and
 * a network that swallows packets close nothing. INFO is not asked for (`enableReadyCheck`): small users of providers may not, and a Redis that
 * still loads refuses commands, which is handled like any other failure.
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

/** Tells whether Redis can be used now. */
export interface RedisHealth {
  readonly isAway: boolean;
  /** Calls back at each change, for the life of the process. */
  onChange(listener: (isAway: boolean) => void): void;
}

export interface RedisConnections {
  /** For commands that give up quickly while Redis is away. */
  commands: Redis;
  /** For SUBSCRIBE, which needs a connection of its own. One for the whole process. */
  subscriber: Redis;
  /** Of the connection for commands. */
  health: RedisHealth;
  close(): Promise<void>;
}

/**
 * A connection for commands that never waits long. A connection that owes answers for too long is discarded, and until the next one is there
 * all commands are refused at once.
 */
export function createCommandConnection(url: string, { isFollowed = false } = {}): Redis {
  if (isFollowed) followCommands();
  return new Redis(url, {
    ...everyConnection,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    socketTimeout: discardedAfterMs,
    enableOfflineQueue: false,
    // Commands of one moment leave in one packet; then they leave in the name of the first, which makes traces of no use.
    enableAutoPipelining: !isFollowed,
  });
}

/**
 * Opens the connections of one process. Redis being away is not an error here: it comes back by itself.
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
    // The client would subscribe anew by itself and let a refusal end the process, as nobody catches it there.
    autoResubscribe: false,
  });
  const health = followHealth(commands);
  health.onChange((isAway) => {
    if (isAway) log.warn("Redis does not respond; live tokens and shared limits are paused");
    else log.info("Redis responds again");
  });
  // ioredis reports every failed try; what counts is told above, once.
  for (const connection of [commands, subscriber])
    connection.on("error", (error: Error) => log.debug({ err: error.message }, "Redis connection failed"));
  // A subscriber that is cut off hears nothing, and says nothing by itself: the answer that is due makes it notice.
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
