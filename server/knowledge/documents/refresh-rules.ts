/** Hours until the next attempt, after the first failure, the second and so on: about two weeks in total. */
const retryHours = [1, 4, 12, 24, 48, 72, 168];

/** After this many consecutive failures, fetching stops until an agent starts it again. */
export const maxFailures = retryHours.length + 1;

/** Hours until the next attempt; null for none. */
export function retryAfter(failuresBefore: number): number | null {
  return retryHours[failuresBefore] ?? null;
}
