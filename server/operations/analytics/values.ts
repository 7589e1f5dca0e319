import type { AnalyticsValues, GradeBin } from "../../../protocol/admin-analytics.ts";
import type { DayNumbers } from "../store/analytics-days.ts";
import { quantile } from "./histogram.ts";

/** What is shown of what was counted. */
export function valuesOf(numbers: DayNumbers): AnalyticsValues {
  const { answers, cached, wrong_hits, sla_met, sla_missed, ratings, cost_micros, resolved, given } = numbers;
  const rated = sum(ratings);
  return {
    tickets: numbers.tickets,
    answers,
    escalated: numbers.escalated,
    ended: numbers.ended,
    resolved,
    first_answer_median: quantile(numbers.first_answer, 0.5),
    first_answer_p90: quantile(numbers.first_answer, 0.9),
    resolution_median: quantile(numbers.resolution, 0.5),
    resolution_p90: quantile(numbers.resolution, 0.9),
    sla_met,
    sla_missed,
    sla_share: shareOf(sla_met, sla_met + sla_missed),
    cached,
    cache_hit_rate: shareOf(cached, answers),
    wrong_hits,
    wrong_hit_rate: shareOf(wrong_hits, cached),
    corrections: numbers.corrections,
    liked: numbers.liked,
    disliked: numbers.disliked,
    // The middle of each tenth stands for its answers.
    grade_mean: shareOf(sum(given.map((count, bin) => count * (bin + 0.5))) / 10, sum(given)),
    ratings: rated,
    csat: shareOf((ratings[3] ?? 0) + (ratings[4] ?? 0), rated),
    cost_micros,
    cost_per_answer: shareOf(cost_micros, answers),
    cost_per_resolution: shareOf(cost_micros, resolved),
    unpriced_calls: numbers.unpriced_calls,
  };
}

/** Answers by tenths of their grade. */
export function gradeBinsOf({ given, held, right, wrong, edited }: DayNumbers): GradeBin[] {
  return given.map((count, bin) => ({
    from: bin / 10,
    given: count,
    held: held[bin] ?? 0,
    right: right[bin] ?? 0,
    wrong: wrong[bin] ?? 0,
    edited: edited[bin] ?? 0,
  }));
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
