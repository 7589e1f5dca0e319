import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Logger } from "../../core/log.ts";
import type { RunningWork } from "./running-work.ts";

/** How exactly delays are measured, in ms; part of every measured value. */
const resolutionMs = 10;
/** Figures describe the last one to two of these. */
const windowMs = 60_000;
/** How often the watch looks whether it comes late itself. */
const tickMs = 50;
/** A block that somebody notices who waits for a page or an answer. */
const blockedMs = 200;
/** Between two warnings. */
const defaultWarningEveryMs = 10_000;

/** How late the event loop came in the last one to two minutes, in ms. */
export interface LoopDelay {
  p99Ms: number;
  maxMs: number;
}

interface Watched {
  running: RunningWork;
  log: Pick<Logger, "warn">;
  /** At most one warning in this time; other values are for tests. */
  warningEveryMs?: number;
}

/**
 * Measures how late the event loop comes, and warns when something blocked it for more than 200 ms, with the routes and jobs that were
 * running at the time. At most one warning in 10 seconds; `blocks` counts those since the last one.
 *
 * The names are suspects, not a proof: JavaScript does not say which callback ran. Work that waited for the database at the time is named
 * together with the work that blocked. Work that is neither a request nor a job, such as a timer, is not named. `cpu_ms` is the processor
 * time of the process meanwhile, all threads together: far below `blocked_ms`, the machine was busy with something else, and nobody here
 * is to blame.
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
        // When the next tick was due, the block had begun; nothing begins or ends while it lasts.
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
