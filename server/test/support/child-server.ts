import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { endWithUs } from "./end-with-us.ts";
import { waitFor } from "./wait-for.ts";

/** Longest wait for a local server's first response, in ms; a busy machine with two cores needs some of it. */
const startTimeoutMs = 30_000;
/** Longest wait for its end before it is killed, in ms. */
const stopTimeoutMs = 10_000;

export interface ChildServerOptions {
  command: string;
  args: string[];
  spawn?: SpawnOptions;
  /** True once the server responds. */
  isReady: () => Promise<boolean>;
  stopSignal: NodeJS.Signals;
}

/** Starts another program's server as a child process and waits until it responds. */
export async function startChildServer(
  options: ChildServerOptions,
): Promise<{ pid: number; stop: () => Promise<void> }> {
  const child = spawn(options.command, options.args, { ...options.spawn, stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  child.stdout?.on("data", (data: Buffer) => output.push(data.toString()));
  child.stderr?.on("data", (data: Buffer) => output.push(data.toString()));
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`${options.command} ended with ${code} before it answered:\n${output.join("")}`);
  });
  endWithUs(child);
  const stop = () => stopChild(child, options.stopSignal);
  try {
    await Promise.race([failed, waitFor(options.isReady, { what: options.command, timeoutMs: startTimeoutMs })]);
  } catch (error) {
    await stop();
    throw error;
  }
  failed.catch(() => undefined); // from here on its end is ours to ask for
  if (child.pid === undefined) throw new Error(`${options.command} has no process id`);
  return { pid: child.pid, stop };
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const killer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  child.kill(signal);
  await ended;
  clearTimeout(killer);
}
