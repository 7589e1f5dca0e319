import type { DayNumbers, Histogram } from "../store/analytics-days.ts";

const tenths = () => Array<number>(10).fill(0);

/** Nothing of anything. */
export function noNumbers(): DayNumbers {
  return {
    tickets: 0,
    answers: 0,
    cached: 0,
    wrong_hits: 0,
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

/** Both together, measure by measure. */
export function addNumbers(a: DayNumbers, b: DayNumbers): DayNumbers {
  // The keys of the record are the measures, and each has the same type on both sides.
  const sums = Object.keys(a).map((key) => [key, addOne(a[key as keyof DayNumbers], b[key as keyof DayNumbers])]);
  return Object.fromEntries(sums) as DayNumbers;
}

type Counted = number | number[] | Histogram;

function addOne(a: Counted, b: Counted): Counted {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return a.map((each, index) => each + (b[index] ?? 0));
  const sum: Histogram = { ...(a as Histogram) };
  for (const [bucket, count] of Object.entries(b)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}
