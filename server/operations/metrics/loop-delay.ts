import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Logger } from "../../core/log.ts";
import type { RunningWork } from "./running-work.ts";

/** Resolution of the measured delay, in ms; it is part of every measured value. */
const resolutionMs = 10;
/** The values describe the last one to two windows. */
const windowMs = 60_000;
/** Interval in which the watch checks its own delay, in ms. */
const tickMs = 50;
/** A block of this length is noticeable for a user who waits for a page or an answer. */
const blockedMs = 200;
/** Shortest time between two warnings, in ms. */
const defaultWarningEveryMs = 10_000;

/** Event loop delay in the last one to two minutes, in ms. */
export interface LoopDelay {
  p99Ms: number;
  maxMs: number;
}

interface Watched {
  running: RunningWork;
  log: Pick<Logger, "warn">;
  /** Shortest time between two warnings, in ms; other values are for tests. */
  warningEveryMs?: number;
}

/**
 * Measures the event loop delay. When something blocked the loop for more than 200 ms, it logs a warning with the routes and jobs that were
 * running at the time: at most one warning in 10 seconds; `blocks` counts the blocks since the last warning.
 *
 * The names are suspects, not a proof, because JavaScript does not report which callback ran. Work that was waiting for the database is
 * named together with the work that blocked. Other work, such as a timer, is not named. `cpu_ms` is the CPU time of the process during the
 * block, over all threads. When it is far below `blocked_ms`, the machine was busy with other programs and no work here is the cause.
 */
export function watchLoop({ running, log, warningEveryMs = defaultWarningEveryMs }: Watched): {
  read(): LoopDelay;
  stop(): void;
} {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const now = (): LoopDelay => ({ p99Ms: toMs(delays.percentile(99)), maxMs: toMs(delays.max) });
  let before: LoopDelay = { p99Ms: 0, maxMs: 0 };
  const windows = setInterval(() => {
    before = now();
    delays.reset();
  }, windowMs).unref();

  let last = { at: performance.now(), cpu: process.cpuUsage() };
  let warnedAt = Number.NEGATIVE_INFINITY;
  let blocks = 0;
  let worstMs = 0;
  const ticks = setInterval(() => {
    const { at, cpu } = last;
    const { user, system } = process.cpuUsage(cpu);
    last = { at: performance.now(), cpu: process.cpuUsage() };
    const lateMs = last.at - at - tickMs;
    if (lateMs <= blockedMs) return;
    blocks += 1;
    worstMs = Math.max(worstMs, lateMs);
    if (last.at - warnedAt < warningEveryMs) return;
    log.warn(
      {
        blocked_ms: Math.round(lateMs),
        worst_ms: Math.round(worstMs),
        blocks,
        cpu_ms: Math.round((user + system) / 1_000),
        // At the next tick's due time the block had already begun. No work begins or ends during it.
        running: running.at(at + tickMs),
      },
      "Event loop blocked",
    );
    warnedAt = last.at;
    blocks = 0;
    worstMs = 0;
  }, tickMs).unref();

  return {
    read() {
      const current = now();
      return { p99Ms: Math.max(before.p99Ms, current.p99Ms), maxMs: Math.max(before.maxMs, current.maxMs) };
    },
    stop() {
      clearInterval(windows);
      clearInterval(ticks);
      delays.disable();
    },
  };
}

function toMs(nanoseconds: number): number {
  const ms = nanoseconds / 1e6 - resolutionMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
