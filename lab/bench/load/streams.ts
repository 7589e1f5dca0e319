import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuMsOf, memoryMbOf } from "../overhead/cpu.ts";
import { inParallel } from "../overhead/load.ts";
import { openSession, origin } from "../parley.ts";
import { end } from "../processes.ts";
import type { Report } from "../streams/readers.ts";
import type { World } from "./grow.ts";
import type { Figures } from "./operations.ts";

/** Sessions that are opened at once, and how long nothing but pings is looked at. */
const openedAtOnce = 8;
const quietMs = 10_000;

/** Opens as many streams of visitors, in a process of their own. @returns what they cost, and what closes them. */
export async function openStreams(
  { parley, shop }: World,
  count: number,
): Promise<{ filled: Figures; release: () => Promise<void> }> {
  const sessions = await inParallel([...Array(count).keys()], openedAtOnce, () =>
    openSession(parley.api, shop.tenantId),
  );
  const before = memoryMbOf(parley.pid);
  const readers = fork(join(import.meta.dirname, "../streams/readers.js"), { serialization: "advanced" });
  readers.send({ api: parley.api, origin, tokens: sessions.map(({ token }) => token), reads: true });
  const report = async () => {
    const answer = once(readers, "message");
    readers.send("report");
    return ((await answer) as [Report])[0]; // our own child process
  };
  while ((await report()).open < count) await sleep(250);
  const open = memoryMbOf(parley.pid);
  const cpuBefore = cpuMsOf(parley.pid);
  await sleep(quietMs);
  return {
    filled: {
      "memory of the open streams, MB": Math.max(1, open - before),
      "idle streams, CPU ms per second": (cpuMsOf(parley.pid) - cpuBefore) / (quietMs / 1_000),
    },
    release: () => end(readers, "SIGKILL"),
  };
}
