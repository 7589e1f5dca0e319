import { AppError } from "../../core/errors.ts";

/** Longest that somebody waits in front of it. */
const longestMs = 45_000;

/** Ends work when nobody waits for it any more, or when it takes too long. @throws AppError `unavailable`, and what the work throws. */
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
