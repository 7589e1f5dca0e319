import type { Logger } from "../log.ts";

/**
 * Calls one listener of a hub. What it throws, at once or as a rejected promise, is logged (its name, never its
 * text, which may hold what was told) and goes no further: an error that left an emitter would end the process.
 */
export function callListener<Args extends unknown[]>(
  log: Logger | undefined,
  listener: (...args: Args) => unknown,
  ...args: Args
): void {
  const report = (error: unknown) =>
    log?.error({ err: error instanceof Error ? error.name : typeof error }, "Live event listener failed");
  try {
    const result = listener(...args);
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}
