import { setTimeout as sleep } from "node:timers/promises";

export interface WaitOptions {
  /** What is waited for, for the message of a failure. */
  what?: string;
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Asks again and again until the condition answers with something truthy, and returns that. An error counts as "not yet".
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
