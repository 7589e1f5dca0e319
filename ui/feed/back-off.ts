/** Short, so that nobody notices a brief network interruption. */
const firstDelayMs = 500;
/** While a server is down for long, each visitor sends about two requests per minute, at different times. */
const longestDelayMs = 30_000;
const wakings = ["online", "pageshow"];

/**
 * Delay before a retry, in ms. The upper limit doubles from 0.5 to 30 s; the delay is a random value between half of the limit and the
 * limit.
 */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling * (0.5 + random() / 2));
}

/** Waits. Ends early when the signal aborts, the browser is online again or the page returns from the back/forward cache. */
export function pause(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      for (const name of wakings) globalThis.removeEventListener?.(name, done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    signal?.addEventListener("abort", done);
    for (const name of wakings) globalThis.addEventListener?.(name, done);
    if (signal?.aborted) done();
  });
}
