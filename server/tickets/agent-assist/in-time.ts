import { AppError } from "../../core/errors.ts";

/** Timeout in ms: how long an agent waits for the result. */
const longestMs = 45_000;

/**
 * Aborts work when the caller disconnects or the work takes too long.
 * @throws AppError `unavailable` when it took too long; otherwise the error of the work, also after a disconnect.
 */
export async function inTime<Result>(
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  limitMs = longestMs,
): Promise<Result> {
  const timeout = AbortSignal.timeout(limitMs);
  try {
    return await work(AbortSignal.any([gone, timeout]));
  } catch (error) {
    if (!timeout.aborted || !isCausedBy(error, timeout.reason)) throw error;
    throw new AppError("unavailable", "This took too long. Try again.", { cause: error });
  }
}

/** The work stopped because of the signal; an error that only came later has other causes. */
function isCausedBy(error: unknown, reason: unknown): boolean {
  if (error === reason) return true;
  return error instanceof Error && error.cause !== undefined && isCausedBy(error.cause, reason);
}
