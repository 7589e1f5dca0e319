import { execFile } from "node:child_process";
import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { promisify } from "node:util";
import { toUrl } from "../../server/core/text/parse-url.ts";

const execute = promisify(execFile);

/** A server that accepts connections but never responds. */
export interface SilentPeer {
  silence(): Promise<void>;
  /** Serves new connections again. */
  speak(): Promise<void>;
}

/** Stops a server and all its processes with SIGSTOP; the kernel continues to accept connections and bytes for it. */
export function freezable(pid: number): SilentPeer {
  let frozen: number[] = [];
  return {
    async silence() {
      // Stop the parent first, so that it starts no process while its children are listed.
      process.kill(pid, "SIGSTOP");
      frozen = [pid, ...(await childrenOf(pid))];
      for (const child of frozen.slice(1)) signalIfThere(child, "SIGSTOP");
    },
    async speak() {
      for (const each of frozen.splice(0)) signalIfThere(each, "SIGCONT");
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await execute("ps", ["-A", "-o", "pid=,ppid="]);
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export interface SilentProxy extends SilentPeer {
  port: number;
  /** The same address through the proxy. */
  through(url: string): string;
  close(): Promise<void>;
}

/**
 * A proxy in front of a local port. It can go silent like a firewall that drops everything: it accepts connections and passes no byte.
 * Connections that were open or opened during the silence stay silent; only new ones are served afterwards.
 */
export async function startSilentProxy(target: number): Promise<SilentProxy> {
  let isSilent = false;
  const all = new Set<Socket>();
  const keep = (socket: Socket) => {
    all.add(socket.on("close", () => all.delete(socket)).on("error", () => socket.destroy()));
    return socket.setNoDelay(true);
  };
  const server = createServer((near) => {
    keep(near);
    if (isSilent) return void near.pause();
    const far = keep(createConnection(target, "127.0.0.1"));
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const { port } = address;
  return {
    port,
    through(url) {
      const passed = toUrl(url);
      passed.port = String(port);
      return passed.href;
    },
    async silence() {
      isSilent = true;
      for (const socket of all) socket.unpipe().pause();
    },
    async speak() {
      isSilent = false;
    },
    async close() {
      server.close();
      for (const socket of all) socket.destroy();
    },
  };
}
