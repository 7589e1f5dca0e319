import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Config, ConfigError } from "./core/config/config.ts";
import { connectionProblem } from "./core/connection-problem.ts";
import { describeMissingRights, findMissingRights, isRefusedUser, rightsLine } from "./core/live/redis-rights.ts";
import { createMetricsApp } from "./operations/routes/metrics.ts";
import { type AppContext, createContext } from "./wiring/context.ts";
import { createApp } from "./wiring/http-app.ts";

/** Time for running answers when the server stops; then their turns are ended visibly. */
const drainMs = 20_000;
/** Time for open streams to close after the turns have ended. */
const closeMs = 5_000;
/** Limits against slow senders: headers and whole requests. Streams are responses and not affected. */
const slowSenderLimits: SlowSenderLimits = { headersMs: 15_000, requestMs: 60_000, checkMs: 5_000 };

export interface RunningServer {
  ctx: AppContext;
  /** Address on this machine, e.g. `http://localhost:8787`. */
  url: string;
  /** URL of the metrics, if they have their own port. */
  metricsUrl: string | undefined;
  /** Stops accepting requests, lets turns finish (for `graceMs`, then ends them), and closes everything in reverse order. */
  stop(graceMs?: number): Promise<void>;
}

/** How long a client may take to send, in ms, and the check interval. */
interface SlowSenderLimits {
  headersMs: number;
  requestMs: number;
  checkMs: number;
}

export interface StartOptions {
  /** Shorter limits, for tests. */
  slowSenders?: SlowSenderLimits;
  /** Work to do before the server reports that it is ready. */
  prepare?(ctx: AppContext): Promise<void>;
}

/**
 * Opens everything, listens, prepares, and then reports that it is ready. @throws when a part cannot be opened; everything is closed again
 * then.
 */
export async function startServer(given: Config, options: StartOptions = {}): Promise<RunningServer> {
  const config = given.port === 0 ? { ...given, port: await freePort() } : given;
  await requireRedis(config);
  const ctx = await createContext(config);
  const { app } = createApp(ctx.http);
  const server = createListener(app, options);
  let metrics: Server | undefined;
  try {
    await listen(server, config.port, { setting: "PORT" });
    metrics = await listenForMetrics(ctx, options);
  } catch (error) {
    server.close();
    await ctx.close();
    throw error;
  }
  const running: RunningServer = {
    ctx,
    url: `http://localhost:${config.port}`,
    metricsUrl: metrics && `http://localhost:${portOf(metrics)}/metrics`,
    stop: (graceMs) => stop(ctx, { server, metrics }, graceMs),
  };
  try {
    await ctx.startWork();
    await options.prepare?.(ctx);
  } catch (error) {
    await running.stop();
    throw error;
  }
  ctx.setReady(true);
  return running;
}

/**
 * How long a connection stays open without a request. Load balancers keep theirs for a minute and reuse them. They must close first, or a
 * request arrives at a closed connection (502). Node.js would close after 5 s.
 */
const keptOpenMs = 65_000;

function createListener(app: RequestListener, { slowSenders = slowSenderLimits }: StartOptions): Server {
  const { headersMs, requestMs, checkMs } = slowSenders;
  return createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: keptOpenMs,
    },
    app,
  );
}

/** Metrics on their own port: without a token only for this machine. */
async function listenForMetrics({ config, http }: AppContext, options: StartOptions): Promise<Server | undefined> {
  const { port, token } = config.metrics;
  if (port === undefined) return undefined;
  const server = createListener(createMetricsApp(http), options);
  await listen(server, port, { setting: "METRICS_PORT", host: token === undefined ? "127.0.0.1" : undefined });
  return server;
}

/** URLs contain the port, so it is chosen before anything is opened. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await listen(probe, 0, { setting: "PORT" });
  const port = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // a TCP server has one
}

function listen(
  server: Server,
  port: number,
  { setting, host }: { setting: string; host?: string | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} is in use. Set ${setting} to another one.`, { cause: error })
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
}

async function stop(
  ctx: AppContext,
  { server, metrics }: { server: Server; metrics: Server | undefined },
  graceMs = drainMs,
): Promise<void> {
  ctx.setReady(false);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await ctx.turns.drain(graceMs);
  // Only feeds remain, whose readers reconnect with a cursor, and the last events of answers.
  const timer = setTimeout(() => server.closeAllConnections(), closeMs);
  await ctx.endStreams();
  server.closeIdleConnections();
  await closed;
  clearTimeout(timer);
  metrics?.close();
  metrics?.closeAllConnections();
  await ctx.close();
}

/**
 * Tries with real commands whether the Redis user has the rights that Parley needs. A Redis that does not respond now does not prevent the
 * start.
 * @throws ConfigError with the missing rights and the command that grants them
 */
export async function requireRedis({ redisUrl }: Pick<Config, "redisUrl">): Promise<void> {
  if (redisUrl === undefined) return;
  const missing = await findMissingRights(redisUrl).catch((error: unknown) => {
    if (isRefusedUser(error))
      throw new ConfigError(`Redis rejects the user or password in REDIS_URL (${String(error)}). Correct REDIS_URL.`);
    const problem = connectionProblem(error, "REDIS_URL");
    if (problem && (error as { code?: string }).code !== "ENOTFOUND")
      throw new ConfigError(`Parley cannot start: ${problem}`);
    return null;
  });
  if (missing)
    throw new ConfigError(
      `${describeMissingRights(missing)} Ask a Redis administrator to run this, then start Parley again:\n  ${rightsLine(missing.user)}`,
    );
}
