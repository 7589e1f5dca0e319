import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../../scripts/setup/programs.mjs";
import { startChildServer } from "./child-server.ts";
import { findFreePort } from "./free-port.ts";

/** Longest response time of a running server, in ms. */
const pingMs = 2_000;

export interface RedisServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Why no Redis server can be started here, or undefined. */
export function redisUnavailable(): string | undefined {
  return findProgram("redis-server") ? undefined : "redis-server is not installed";
}

/** Starts a real Redis without persistence on a free port. Extra arguments are settings, e.g. `"--maxmemory", "8mb"`. */
export async function startRedisServer(...settings: string[]): Promise<RedisServer> {
  return startRedisServerAt(await findFreePort(), ...settings);
}

/** The same on a given port, as when a server comes back. */
export async function startRedisServerAt(port: number, ...settings: string[]): Promise<RedisServer> {
  const command = findProgram("redis-server");
  if (!command) throw new Error(redisUnavailable());
  const folder = await mkdtemp(join(tmpdir(), "parley-redis-"));
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  const server = await startChildServer({
    command,
    args: [...args, ...settings],
    isReady: () => ping(port),
    stopSignal: "SIGTERM",
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `redis://127.0.0.1:${port}`, pid: server.pid, stop, [Symbol.asyncDispose]: stop };
}

function ping(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString().startsWith("+PONG"));
    });
    socket.once("error", reject);
    // A server that accepts the connection without a response is asked again.
    socket.setTimeout(pingMs, () => socket.destroy(new Error("no answer")));
  });
}
