import type { Logger } from "../log.ts";

/**
 * Calls one listener of a hub. Logs what it throws or rejects with (the error's name, never its text, which may contain event data) and
 * stops it there: an error thrown out of an emitter would end the process.
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
