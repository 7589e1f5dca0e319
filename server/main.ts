import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "./config.ts";
import { type AppContext, createContext } from "./context.ts";
import { createApp } from "./http/app.ts";

/** Time for answers under way when the server stops; then their turns end visibly. */
const drainMs = 20_000;
/** Time for open streams to be closed after the turns ended. */
const closeMs = 5_000;
/** Limits against slow senders: headers and whole requests. Streams are answers and not affected. */
const slowSenderLimits: SlowSenderLimits = { headersMs: 15_000, requestMs: 60_000, checkMs: 5_000 };

export interface RunningServer {
  ctx: AppContext;
  /** Address on this machine, e.g. `http://localhost:8787`. */
  url: string;
  /** Stops accepting, lets turns end (for `graceMs`, then they are ended), closes everything in reverse. */
  stop(graceMs?: number): Promise<void>;
}

/** How long a client may take to send, in ms, and how often that is looked at. */
interface SlowSenderLimits {
  headersMs: number;
  requestMs: number;
  checkMs: number;
}

export interface StartOptions {
  /** Shorter ones, for tests. */
  slowSenders?: SlowSenderLimits;
  /** Work that must be done before the server says it is ready. */
  prepare?(ctx: AppContext): Promise<void>;
}

/** Opens everything, listens, prepares, and then says that it is ready. @throws when a part cannot be opened; nothing is left open then. */
export async function startServer(given: Config, options: StartOptions = {}): Promise<RunningServer> {
  const config = given.port === 0 ? { ...given, port: await freePort() } : given;
  const ctx = await createContext(config);
  const { app } = createApp(ctx.http);
  const { headersMs, requestMs, checkMs } = options.slowSenders ?? slowSenderLimits;
  const server = createServer(
    { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkMs },
    app,
  );
  try {
    await listen(server, config.port);
  } catch (error) {
    await ctx.close();
    throw error;
  }
  const running: RunningServer = {
    ctx,
    url: `http://localhost:${config.port}`,
    stop: (graceMs) => stop(ctx, server, graceMs),
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

/** Addresses contain the port, so it is chosen before anything is opened. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await listen(probe, 0);
  const { port } = probe.address() as AddressInfo; // a TCP server has one
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} is in use. Set PORT to another one.`, { cause: error })
          : error,
      ),
    );
    server.listen(port, resolve);
  });
}

async function stop(ctx: AppContext, server: Server, graceMs = drainMs): Promise<void> {
  ctx.setReady(false);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await ctx.turns.drain(graceMs);
  // What is left are feeds, whose readers come back with a cursor, and the last events of answers.
  const timer = setTimeout(() => server.closeAllConnections(), closeMs);
  await ctx.endStreams();
  server.closeIdleConnections();
  await closed;
  clearTimeout(timer);
  await ctx.close();
}
