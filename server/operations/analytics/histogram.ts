import type { Histogram } from "../store/analytics-days.ts";

/** Each bucket ends a tenth above where it begins, the first at one second. */
const growth = 1.1;

/** Seconds as a histogram whose buckets grow with them, so that those of any days add up. */
export function histogramOf(seconds: readonly number[]): Histogram {
  const buckets: Histogram = {};
  for (const each of seconds) {
    const bucket = Math.floor(Math.log(Math.max(each, 1)) / Math.log(growth));
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  return buckets;
}

/**
 * The time below which so large a share lies: the geometric middle of its bucket, so at most 5 % above or below the exact one, from a
 * second on. Null without any.
 */
export function quantile(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  const all = buckets.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  for (const { bucket, count } of buckets) {
    below += count;
    if (below >= all * share) return growth ** (bucket + 0.5);
  }
  return null;
}
