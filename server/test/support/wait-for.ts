import { setTimeout as sleep } from "node:timers/promises";

export interface WaitOptions {
  /** Name of the condition, for the error message. */
  what?: string;
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Polls until the condition returns a truthy value, and returns it. An error counts as "not yet".
 * @throws after the deadline, with the last error as its cause.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { what = "the condition", timeoutMs = 40_000, intervalMs = 25 }: WaitOptions = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`, { cause });
    await sleep(intervalMs);
  }
}
