/** Hours until what failed is tried again: after the first failure, the second, ... about two weeks in all. */
const retryHours = [1, 4, 12, 24, 48, 72, 168];

/** Failures in a row after which nobody tries by themselves any more. */
export const mostFailures = retryHours.length + 1;

/** When it is tried again after one more failure; null: no more. */
export function retryAfter(failuresBefore: number): number | null {
  return retryHours[failuresBefore] ?? null;
}
