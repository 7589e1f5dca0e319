import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Pool } from "pg";

/** How exactly delays are seen, ms. */
const resolutionMs = 10;
/** A loop that comes this late on average, ms, has more to do than it gets done. */
const lateMs = 25;

/**
 * Whether a process does not keep up: its event loop comes late, or work waits for a connection to the database, since it was asked last.
 * Holds nothing open.
 */
export function createPressure(pool: Pick<Pool, "waitingCount">): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  return () => {
    // What is measured includes the resolution; NaN when it was asked twice at once.
    const late = delays.mean / 1e6 - resolutionMs;
    delays.reset();
    return late > lateMs || pool.waitingCount > 0;
  };
}
