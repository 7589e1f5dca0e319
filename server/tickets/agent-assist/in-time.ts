import { AppError } from "../../core/errors.ts";

/** Timeout in ms: how long an agent waits for the result. */
const longestMs = 45_000;

/** Aborts work when the caller disconnects or the work takes too long. @throws AppError `unavailable`, and errors of the work. */
export async function inTime<Result>(
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(longestMs)]);
  try {
    return await work(signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new AppError("unavailable", "This took too long. Try again.", { cause });
  }
}
