import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asError } from "../../../server/core/errors.ts";
import { cpuMsOf, memoryMbOf, quantile } from "../overhead/cpu.ts";
import { inParallel, post, question } from "../overhead/load.ts";
import {
  createShop,
  environment,
  openSession,
  origin,
  type Parley,
  type Session,
  startModel,
  startParley,
} from "../parley.ts";
import { end } from "../processes.ts";
import { startServices } from "../services.ts";
import type { Report } from "./readers.ts";

/**
 * `node dist/lab/bench/streams/main.js [open] [never-reading]`: measures one process on PostgreSQL and Redis of this machine with many open
 * streams while turns run on some of them, then with clients that never read. Prints memory, delays and pings.
 */
const turnsAtOnce = 16;
const turns = 160;
const silentTickets = 5;
/** Enough to fill the system's buffers of a connection before the server notices. */
const silentMessages = 500;
const messageChars = 7_900;
/** The server disconnects a reader that takes nothing after 30 s; memory is measured a minute after that. */
const settleMs = 95_000;

class Readers {
  readonly child: ChildProcess;

  constructor(order: { api: string; tokens: string[]; reads: boolean }) {
    this.child = fork(join(import.meta.dirname, "readers.js"), { serialization: "advanced" });
    this.child.send({ ...order, origin });
  }

  async report(): Promise<Report> {
    const answer = once(this.child, "message");
    this.child.send("report");
    return ((await answer) as [Report])[0]; // our own child process
  }

  async untilOpen(count: number): Promise<void> {
    while ((await this.report()).open < count) await sleep(250);
  }
}

async function measureOpen(parley: Parley, sessions: Session[]): Promise<Record<string, number>> {
  const before = memoryMbOf(parley.pid);
  const readers = new Readers({ api: parley.api, tokens: sessions.map(({ token }) => token), reads: true });
  try {
    await readers.untilOpen(sessions.length);
    const opened = memoryMbOf(parley.pid);
    const cpuBefore = cpuMsOf(parley.pid);
    await sleep(20_000); // nothing but pings
    const idleCpu = (cpuMsOf(parley.pid) - cpuBefore) / 20_000;
    await readers.report();
    const from = Date.now();
    const some = sessions
      .slice(0, turns)
      .map(({ token }, index) =>
        question(parley.api, token, { origin, content: `How do I repair kite model ${index}?` }),
      );
    await inParallel(some, turnsAtOnce, (ask) => post(ask, "event: token"));
    const seconds = (Date.now() - from) / 1000;
    await sleep(16_000); // one more ping each
    const { delays, longestPingGap, open } = await readers.report();
    return {
      streams: open,
      memory_before_mb: before,
      memory_open_mb: opened,
      memory_after_turns_mb: memoryMbOf(parley.pid),
      cpu_idle_share: Math.round(idleCpu * 1000) / 1000,
      turns_per_second: Math.round((turns / seconds) * 10) / 10,
      deltas: delays.length,
      delta_delay_p50_ms: quantile(delays, 0.5),
      delta_delay_p95_ms: quantile(delays, 0.95),
      delta_delay_p99_ms: quantile(delays, 0.99),
      longest_ping_gap_ms: longestPingGap,
    };
  } finally {
    await end(readers.child, "SIGKILL");
  }
}

async function measureSilent(parley: Parley, input: { tenantId: string; apiKey: string; count: number }) {
  const open = () => openSession(parley.api, input.tenantId);
  const sessions = await inParallel([...Array(silentTickets).keys()], silentTickets, open);
  for (const { ticketId } of sessions) {
    // With an agent in charge the server stores and publishes a message without starting a turn.
    const taken = await fetch(`${parley.api}/admin/tickets/${ticketId}/take`, {
      method: "POST",
      headers: { authorization: `Bearer ${input.apiKey}`, "content-type": "application/json" },
      body: "{}",
    });
    if (!taken.ok) throw new Error(`take returned status ${taken.status}`);
  }
  const before = memoryMbOf(parley.pid);
  const tokens = Array.from({ length: input.count }, (_, index) => sessions[index % silentTickets]?.token ?? "");
  const readers = new Readers({ api: parley.api, tokens, reads: false });
  try {
    await readers.untilOpen(input.count);
    const opened = memoryMbOf(parley.pid);
    let peak = opened;
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryMbOf(parley.pid));
    }, 250);
    const messages = Array.from({ length: silentMessages }, () => sessions).flat();
    await inParallel(messages, silentTickets, ({ token }) =>
      post(
        {
          url: `${parley.api}/chat/stream`,
          headers: { origin, authorization: `Bearer ${token}` },
          body: { message_id: randomUUID(), content: "x".repeat(messageChars) },
        },
        "event: end",
      ),
    );
    await sleep(settleMs);
    clearInterval(watch);
    const metrics = await (await fetch(new URL("/metrics", parley.api))).text();
    return {
      never_reading: input.count,
      memory_before_mb: before,
      memory_open_mb: opened,
      memory_peak_mb: peak,
      memory_after_mb: memoryMbOf(parley.pid),
      kb_per_client_at_peak: Math.round(((peak - before) * 1024) / input.count),
      cut_off: Number(/^parley_streams_stalled (\d+)/m.exec(metrics)?.[1] ?? Number.NaN),
      still_open: Number(/^parley_streams_open (\d+)/m.exec(metrics)?.[1] ?? Number.NaN),
    };
  } finally {
    await end(readers.child, "SIGKILL");
  }
}

async function measure(open: number, silent: number): Promise<void> {
  const services = await startServices();
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
  const model = await startModel({ firstMs: 50, tokenMs: 10, tokens: 200 });
  const env = environment(services, folder, model.url);
  let parley: Parley | undefined;
  try {
    parley = await startParley(env);
    const running = parley;
    const shop = await createShop(env, join(folder, "docs"));
    const say = (what: string, figures: object) =>
      process.stdout.write(`${JSON.stringify({ what, load: loadavg()[0], ...figures })}\n`);
    if (open > 0) {
      const sessions = await inParallel([...Array(open).keys()], 8, () => openSession(running.api, shop.tenantId));
      say("open streams", await measureOpen(running, sessions));
      await sleep(5_000);
    }
    if (silent > 0) say("clients that never read", await measureSilent(running, { ...shop, count: silent }));
  } finally {
    if (parley) await end(parley.child, "SIGTERM");
    await end(model.child, "SIGTERM");
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  const [open = 2_000, silent = 1_000] = process.argv.slice(2).map(Number);
  await measure(open, silent);
} catch (error) {
  process.stderr.write(`${asError(error).stack ?? ""}\n`);
  process.exitCode = 1;
}
