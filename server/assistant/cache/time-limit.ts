import { AppError } from "../../core/errors.ts";

/** A turn waits this long for the store in ms, then continues without it. A Redis in the same network answers within 1 ms. */
const defaultAttemptMs = 100;
/** No visitor waits for evictions and purges, so they may take longer. */
const insistMs = 5_000;
/** After a failure the store is not called for this time in ms, so that a dead store delays one lookup instead of every one. */
const restMs = 1_000;

export interface TimeLimit {
  /** The result; null when the store failed, hung, or has recently done so. */
  attempt<T>(work: () => Promise<T>, options?: { slowIsFine?: boolean }): Promise<T | null>;
  /** The result; throws an `unavailable` error on failure. */
  insist<T>(work: () => Promise<T>): Promise<T>;
}

/** Protects callers from the failures and delays of an unavailable store. */
export function createTimeLimit({
  onAway,
  attemptMs = defaultAttemptMs,
  now = Date.now,
}: {
  onAway?: ((error: unknown) => void) | undefined;
  attemptMs?: number | undefined;
  now?: () => number;
} = {}): TimeLimit {
  let restUntil = 0;
  return {
    async attempt(work, { slowIsFine = false } = {}) {
      if (now() < restUntil) return null;
      try {
        return await within(work, attemptMs);
      } catch (error) {
        if (slowIsFine) return null;
        if (now() >= restUntil) onAway?.(error);
        restUntil = now() + restMs;
        return null;
      }
    },
    async insist(work) {
      try {
        const result = await within(work, insistMs);
        restUntil = 0;
        return result;
      } catch (error) {
        throw new AppError("unavailable", "The answer cache is not responding. Try again shortly.", {
          cause: error,
          retryAfterSeconds: 5,
        });
      }
    },
  };
}

async function within<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer from the cache store within ${limitMs} ms`));
    // When this process itself was blocked that long, the reply is already in the socket, which is read before the immediate runs.
    timer = setTimeout(() => setImmediate(giveUp), limitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
