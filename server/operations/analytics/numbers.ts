import type { DayNumbers, Histogram } from "../store/analytics-days.ts";

const tenths = () => Array<number>(10).fill(0);

/** Numbers of an empty day. */
export function noNumbers(): DayNumbers {
  return {
    tickets: 0,
    proven: 0,
    silent: 0,
    returned: 0,
    handed_over: 0,
    held_out: 0,
    held_out_returned: 0,
    held_out_ratings: 0,
    held_out_satisfied: 0,
    assisted: 0,
    assisted_returned: 0,
    assisted_ratings: 0,
    assisted_satisfied: 0,
    answers: 0,
    cached: 0,
    wrong_hits: 0,
    corrections: 0,
    liked: 0,
    disliked: 0,
    escalated: 0,
    ended: 0,
    resolved: 0,
    sla_met: 0,
    sla_missed: 0,
    model_calls: 0,
    unpriced_calls: 0,
    cost_micros: 0,
    ratings: Array<number>(5).fill(0),
    given: tenths(),
    held: tenths(),
    right: tenths(),
    wrong: tenths(),
    edited: tenths(),
    first_answer: {},
    resolution: {},
  };
}

/** Adds numbers to a sum, measure by measure. Works in place, because a year has thousands of buckets. */
export function addNumbers(sum: DayNumbers, numbers: DayNumbers): DayNumbers {
  // The keys of the record are the measures; each has the same type on both sides.
  const sums = sum as unknown as Record<string, Counted>;
  for (const [key, added] of Object.entries(numbers) as [string, Counted][]) {
    const known = sums[key];
    if (typeof known === "number" && typeof added === "number") sums[key] = known + added;
    else if (Array.isArray(known) && Array.isArray(added)) addBins(known, added);
    else if (typeof known === "object") addBuckets(known as Histogram, added as Histogram);
  }
  return sum;
}

type Counted = number | number[] | Histogram;

function addBins(sum: number[], added: readonly number[]): void {
  for (const [bin, count] of added.entries()) sum[bin] = (sum[bin] ?? 0) + count;
}

function addBuckets(sum: Histogram, added: Histogram): void {
  for (const bucket in added) sum[bucket] = (sum[bucket] ?? 0) + (added[bucket] ?? 0);
}
