import type { Histogram } from "../store/analytics-days.ts";

/** Each bucket's upper bound is 10 % above its lower bound. The first bucket starts at one second. */
const growth = 1.1;

/** Durations in seconds as a histogram. Bucket widths grow with the duration, so histograms of several days can be added. */
export function histogramOf(seconds: readonly number[]): Histogram {
  const buckets: Histogram = {};
  for (const each of seconds) {
    const bucket = Math.floor(Math.log(Math.max(each, 1)) / Math.log(growth));
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  return buckets;
}

/**
 * The time below which this share of the values is: the geometric middle of its bucket, so within 5 % of the exact value from one second
 * on. Null for an empty histogram.
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
