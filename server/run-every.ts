import { asError } from "./errors.ts";
import type { Logger } from "./log.ts";

interface Looks {
  /** Time between two looks, in ms. One that takes longer leaves out those that would begin meanwhile. */
  everyMs: number;
  /** Whether the first look is made at once, not only after the first span. */
  atOnce?: boolean;
  log: Logger;
  /** What is logged, without any text of tenants, when a look fails. The next one tries again. */
  failed: string;
}

/**
 * Looks from time to time for what is to be done, one look at a time; a failed one is logged and the next one comes all the same.
 * Keeps no process alive. Returns what stops it, once the look under way is through: `isStopped` tells that look to make haste.
 */
export function runEvery(
  { everyMs, atOnce = false, log, failed }: Looks,
  look: (isStopped: () => boolean) => Promise<unknown>,
): () => Promise<void> {
  let looking: Promise<unknown> | undefined;
  let isStopped = false;
  const begin = () => {
    looking ??= look(() => isStopped)
      .catch((error: unknown) => log.warn({ err: asError(error).message }, failed))
      .finally(() => {
        looking = undefined;
      });
  };
  if (atOnce) begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await looking;
  };
}
