import type { AnalyticsMeasure, AnalyticsValue } from "../../../protocol/admin-analytics.ts";
import type { NumberKind, Wanted } from "./number-text.ts";

/** A number at the head of the page. */
export interface TileSpec {
  value: AnalyticsValue;
  label: string;
  kind: NumberKind;
  wanted: Wanted;
  measure: AnalyticsMeasure;
  definition: string;
}

// The same words as in docs/guide/analytics.md, shorter.
export const tiles: readonly TileSpec[] = [
  {
    value: "tickets",
    label: "New tickets",
    kind: "count",
    wanted: "neither",
    measure: "tickets",
    definition: "Tickets whose visitor wrote for the first time. Who opened the chat and said nothing does not count.",
  },
  {
    value: "answers",
    label: "Answered",
    kind: "count",
    wanted: "neither",
    measure: "answers",
    definition: "Answers that the assistant gave, with a grade or from the cache. Greetings and thanks do not count.",
  },
  {
    value: "escalated",
    label: "Escalated",
    kind: "count",
    wanted: "less",
    measure: "escalated",
    definition: "How often the assistant handed a ticket to people. A ticket that is handed over twice counts twice.",
  },
  {
    value: "resolved",
    label: "Resolved for good",
    kind: "count",
    wanted: "more",
    measure: "resolved",
    definition:
      "Tickets that a person resolved or the visitor ended, neither as spam nor as a duplicate, and that did not go on within 7 days. The last days may still lose some.",
  },
  {
    value: "first_answer_median",
    label: "First answer",
    kind: "seconds",
    wanted: "less",
    measure: "first_answer",
    definition:
      "Half of the visitors who were handed to people had a person's first answer within this time. Hours in which nobody works count. Exact to 5 %.",
  },
  {
    value: "resolution_median",
    label: "Resolution",
    kind: "seconds",
    wanted: "less",
    measure: "resolution",
    definition:
      "Half of the tickets that a person resolved took at most this long from being handed to people. Hours in which nobody works count. Exact to 5 %.",
  },
  {
    value: "sla_share",
    label: "Service levels met",
    kind: "share",
    wanted: "more",
    measure: "sla_missed",
    definition:
      "Targets that were met, of those that were met or missed. Met counts on the day of the answer, missed on the day the time ran out. Without targets in the settings there is nothing to meet.",
  },
  {
    value: "csat",
    label: "Satisfied visitors",
    kind: "share",
    wanted: "more",
    measure: "rated",
    definition: "Visitors who gave 4 or 5 of 5 at the end, of all who gave a score.",
  },
  {
    value: "cache_hit_rate",
    label: "From the cache",
    kind: "share",
    wanted: "more",
    measure: "cached",
    definition: "Answers that had been given before and were remembered, of all answers of the assistant.",
  },
  {
    value: "wrong_hit_rate",
    label: "Wrong from the cache",
    kind: "share",
    wanted: "less",
    measure: "wrong_hits",
    definition:
      "Answers from the cache that their visitor disliked, of all from the cache. Most visitors say nothing, so the true share is higher.",
  },
  {
    value: "cost_per_answer",
    label: "Cost per answer",
    kind: "money",
    wanted: "less",
    measure: "cost",
    definition: "What all calls of models cost, divided by the answers of the assistant.",
  },
  {
    value: "cost_per_resolution",
    label: "Cost per resolution",
    kind: "money",
    wanted: "less",
    measure: "cost",
    definition: "What all calls of models cost, divided by the tickets that were resolved for good.",
  },
];

/** What a list of tickets is called. */
export const measureTitles: Record<AnalyticsMeasure, string> = {
  tickets: "New tickets",
  answers: "Tickets that the assistant answered",
  escalated: "Tickets that were handed to people",
  ended: "Tickets that ended",
  resolved: "Tickets resolved for good",
  first_answer: "Tickets with a person's first answer",
  resolution: "Tickets that a person resolved",
  sla_met: "Tickets with service levels met",
  sla_missed: "Tickets with service levels missed",
  cached: "Tickets answered from the cache",
  wrong_hits: "Tickets with a disliked answer from the cache",
  liked: "Tickets with a liked answer",
  disliked: "Tickets with a disliked answer",
  rated: "Tickets with a score",
  cost: "Tickets that models were asked for",
  grade: "Tickets with answers of this grade",
  label: "Tickets with the label",
  set: "Tickets answered from the set",
  agent: "Tickets answered by",
};

/** How the amount beside a ticket is written; absent: it is none that people read. */
export const amountKinds: Partial<Record<AnalyticsMeasure, NumberKind>> = {
  first_answer: "seconds",
  resolution: "seconds",
  sla_met: "seconds",
  sla_missed: "seconds",
  rated: "count",
  cost: "money",
  answers: "grade",
  cached: "grade",
  wrong_hits: "grade",
  liked: "grade",
  disliked: "grade",
  grade: "grade",
};
