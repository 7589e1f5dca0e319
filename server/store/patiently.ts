import { setTimeout as sleep } from "node:timers/promises";
import { isPassing } from "../errors.ts";

/** Pauses before the tries of a transaction that must not be lost: together about as long as a database takes to restart. */
const pausesMs = [250, 500, 1_000, 2_000, 4_000];

/**
 * Does work that a turn must not lose, again when the database is away, locked or busy for a moment. A transaction whose connection broke
 * may have been committed: the work is told that it is `again`, and has to look.
 * @throws what the last try threw, or the first error that does not pass.
 */
export async function patiently<T>(work: (again: boolean) => Promise<T>): Promise<T> {
  for (const [tries, pauseMs] of pausesMs.entries()) {
    try {
      return await work(tries > 0);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sleep(pauseMs);
    }
  }
  return work(true);
}
