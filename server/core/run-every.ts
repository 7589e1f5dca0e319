import { asError } from "./errors.ts";
import type { Logger } from "./log.ts";

interface Rounds {
  /** Time between two rounds, in ms. A round that takes longer skips the rounds due meanwhile. */
  everyMs: number;
  /** Whether the first round starts at once instead of after the first interval. */
  atOnce?: boolean;
  log: Logger;
  /** Logged when a round fails, without any tenant's text. The next round tries again. */
  failed: string;
}

/**
 * Runs a background loop: one round at a time; a failed round is logged and does not stop the loop. Does not keep the process alive. A
 * round over tenants or rows uses `forEachTenant`, so that one of them cannot delay the others.
 * @returns stops the loop once the running round has ended; `isStopped` asks that round to end early.
 */
export function runEvery(
  { everyMs, atOnce = false, log, failed }: Rounds,
  round: (isStopped: () => boolean) => Promise<unknown>,
): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  let isStopped = false;
  const begin = () => {
    running ??= round(() => isStopped)
      .catch((error: unknown) => log.warn({ err: asError(error).message }, failed))
      .finally(() => {
        running = undefined;
      });
  };
  if (atOnce) begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}
