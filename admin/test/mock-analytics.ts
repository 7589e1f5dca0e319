import type {
  Analytics,
  AnalyticsPoint,
  AnalyticsTicketsResponse,
  AnalyticsValues,
} from "../../protocol/admin-analytics.ts";
import { hostileText, minutesAgo, uuid } from "./mock-data.ts";

const dayMs = 86_400_000;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const today = Date.parse("2026-11-23T00:00:00Z");

/** Figures of a period, the same at each request. */
function valuesOf(seed: number, days: number): AnalyticsValues {
  const wave = 1 + 0.4 * Math.sin(seed / 3) + 0.3 * Math.sin(seed * 1.7);
  const of = (count: number) => Math.round(count * wave * days);
  const [answers, cached, resolved] = [of(40), of(11), of(8)];
  const quiet = seed % 7 === 5;
  return {
    tickets: of(23),
    proven: of(11),
    silent: of(4),
    returned: of(2),
    handed_over: of(6),
    resolution_least: quiet ? null : 0.48,
    resolution_most: quiet ? null : 0.65,
    held_out: of(2),
    held_out_return_rate: quiet ? null : 0.21,
    held_out_ratings: of(0.5),
    held_out_csat: quiet ? null : 0.91,
    assisted: of(18),
    assisted_return_rate: quiet ? null : 0.14,
    assisted_ratings: of(3),
    assisted_csat: quiet ? null : 0.84,
    answers,
    escalated: of(9),
    ended: of(9),
    resolved,
    first_answer_median: quiet ? null : 340 * wave,
    first_answer_p90: quiet ? null : 1_900 * wave,
    resolution_median: quiet ? null : 5_400 * wave,
    resolution_p90: quiet ? null : 31_000 * wave,
    sla_met: of(7),
    sla_missed: of(1.2),
    sla_share: 0.85,
    cached,
    cache_hit_rate: 0.2 + 0.08 * wave,
    wrong_hits: of(0.4),
    wrong_hit_rate: 0.03 * wave,
    liked: of(6),
    corrections: of(1),
    disliked: of(2),
    grade_mean: 0.81,
    ratings: of(3),
    csat: Math.min(1, 0.7 * wave),
    cost_micros: 61_000 * wave * days,
    cost_per_answer: (61_000 / 40) * wave,
    cost_per_resolution: (61_000 / 8) * wave,
    unpriced_calls: 0,
  };
}

/** `GET analytics` of a shop with a year of data; `days=7` is a period without activity. */
export function analyticsOf(url: URL): Analytics {
  const from = url.searchParams.get("from");
  const to = url.searchParams.get("to");
  const end = to ? Date.parse(to) : today;
  const days = from ? (end - Date.parse(from)) / dayMs + 1 : Number(url.searchParams.get("days") ?? 30);
  const step = days > 92 ? "week" : "day";
  const length = step === "week" ? 7 : 1;
  const start = end - (days - 1) * dayMs;
  const isEmpty = days === 7;
  const pointsFrom = (first: number): AnalyticsPoint[] =>
    Array.from({ length: Math.ceil(days / length) }, (_, index) => {
      const at = first + index * length * dayMs;
      return {
        from: dateOf(at),
        to: dateOf(at + (length - 1) * dayMs),
        values: valuesOf(Math.round(at / dayMs / length), isEmpty ? 0 : length),
      };
    });
  const points = pointsFrom(start);
  const bins = [0, 1, 1, 2, 4, 6, 11, 35, 90, 140];
  return {
    from: dateOf(start),
    to: dateOf(end),
    before: { from: dateOf(start - days * dayMs), to: dateOf(start - dayMs) },
    zone: "Europe/Berlin",
    today: dateOf(today),
    step,
    uncounted_days: days === 90 ? 12 : 0,
    open_from: dateOf(today - 8 * dayMs),
    values: {
      ...valuesOf(1, isEmpty ? 0 : days),
      ...(days === 90 ? { unpriced_calls: 40, held_out: 0 } : {}),
    },
    values_before: valuesOf(2, isEmpty ? 0 : days),
    points,
    points_before: pointsFrom(start - days * dayMs),
    grades: bins.map((given, bin) => ({
      from: bin / 10,
      given: bin > 6 ? given : 0,
      held: bin > 6 ? 0 : given * 4,
      right: Math.round((given * bin) / 20),
      wrong: Math.round((given * (9 - bin)) / 20),
      edited: bin === 6 ? 3 : 0,
    })),
    scores: [2, 1, 4, 20, 61],
    agents: [
      { id: uuid(71), name: "Ada Agent", answers: 210, tickets: 96, resolved: 81, answers_before: 150 },
      {
        id: uuid(72),
        name: `Grace ${hostileText.slice(0, 40)}`,
        answers: 120,
        tickets: 60,
        resolved: 44,
        answers_before: 140,
      },
      { id: uuid(73), name: null, answers: 8, tickets: 5, resolved: 2, answers_before: 0 },
    ],
    topics: [
      "Delivery",
      "Refunds",
      "Billing and invoices of other companies",
      "<b>Accounts</b>",
      "Returns",
      "Other",
    ].map((name, place) => ({
      kind: place === 2 ? "set" : "label",
      id: uuid(80 + place),
      name,
      tickets: 200 - place * 30,
      tickets_before: 150,
      points: points.map((_point, index) => Math.round((7 - place) * (1 + 0.5 * Math.sin(index / 2 + place)))),
    })),
  };
}

/** `GET analytics/tickets`: two pages. */
export function analyticsTicketsOf(url: URL): AnalyticsTicketsResponse {
  const isNext = url.searchParams.has("cursor");
  const items = Array.from({ length: 5 }, (_, index) => {
    const n = index + (isNext ? 5 : 0);
    return {
      id: uuid(42 + n),
      number: 1_042 + n,
      subject:
        n === 1
          ? hostileText
          : `Where do I change my plan, and what does it cost me until the end of the month? (${n})`,
      status: n % 2 === 0 ? ("resolved" as const) : ("pending_human" as const),
      visitor_name: n % 3 === 0 ? "Vera Visitor" : null,
      at: minutesAgo(n * 90),
      times: 1 + (n % 2),
      amount: 120 * (n + 1),
    };
  });
  return { items, next_cursor: isNext ? null : "next" };
}
