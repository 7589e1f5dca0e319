/** Short enough that a blink of the network goes unnoticed. */
const firstDelayMs = 500;
/** A server that is down for long is asked twice a minute by each visitor, at different moments. */
const longestDelayMs = 30_000;
const wakings = ["online", "pageshow"];

/** How long to wait before a try: doubling from half a second to 30, of which a random part between half and all. */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling * (0.5 + random() / 2));
}

/** Waits; ends early when the signal aborts, the browser is online again or the page comes back from its cache. */
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
