import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuMsOf, memoryMbOf, quantile } from "../overhead/cpu.ts";
import { inParallel, post, question } from "../overhead/load.ts";
import { callAdmin, openSession, origin, type Parley, type Session } from "../parley.ts";
import { end } from "../processes.ts";
import { onStage, runProgram } from "../stage.ts";
import { Readers } from "./reader-process.ts";

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
  // With an agent in charge the server stores and publishes a message without starting a turn.
  for (const { ticketId } of sessions)
    await callAdmin(parley.api, input, { path: `tickets/${ticketId}/take`, body: {} });
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
      post(question(parley.api, token, { origin, content: "x".repeat(messageChars) }), "event: end"),
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

const [open = 2_000, silent = 1_000] = process.argv.slice(2).map(Number);
await runProgram(() =>
  onStage({ model: { firstMs: 50, tokenMs: 10, tokens: 200 } }, async (stage) => {
    const parley = await stage.start();
    const shop = await stage.shop();
    const say = (what: string, figures: object) =>
      process.stdout.write(`${JSON.stringify({ what, load: loadavg()[0], ...figures })}\n`);
    if (open > 0) {
      const sessions = await inParallel([...Array(open).keys()], 8, () => openSession(parley.api, shop.tenantId));
      say("open streams", await measureOpen(parley, sessions));
      await sleep(5_000);
    }
    if (silent > 0) say("clients that never read", await measureSilent(parley, { ...shop, count: silent }));
  }),
);
