import type { AnalyticsMeasure, AnalyticsValue } from "../../../protocol/admin-analytics.ts";
import type { NumberKind, Wanted } from "./number-text.ts";

/** A figure with its definition. */
export interface FigureSpec {
  value: AnalyticsValue;
  label: string;
  kind: NumberKind;
  wanted: Wanted;
  measure: AnalyticsMeasure;
  definition: string;
  /** Upper bound, when the figure is known only within bounds. */
  upTo?: AnalyticsValue;
}

/** A page of analytics; the first one has no name in the URL. */
export type AnalyticsTab = "overview" | "team" | "quality";

/** The four key figures of each page. */
export const keyFigures: Readonly<Record<AnalyticsTab, readonly AnalyticsValue[]>> = {
  overview: ["tickets", "resolution_least", "escalated", "csat"],
  team: ["resolved", "first_answer_median", "resolution_median", "sla_share"],
  quality: ["cache_hit_rate", "wrong_hit_rate", "corrections", "cost_per_answer"],
};

// Shortened from docs/guide/analytics.md.
export const figures: readonly FigureSpec[] = [
  {
    value: "tickets",
    label: "New tickets",
    kind: "count",
    wanted: "neither",
    measure: "tickets",
    definition: "Tickets with a first message from the visitor. Chats without a message do not count.",
  },
  {
    value: "resolution_least",
    upTo: "resolution_most",
    label: "Resolved by the assistant",
    kind: "share",
    wanted: "more",
    measure: "proven",
    definition:
      "Share of conversations that the assistant resolved without your team. At least: the visitor said so, or stayed away for 7 days after an answer with sources. At most: also those who left without a word.",
  },
  {
    value: "answers",
    label: "Answered",
    kind: "count",
    wanted: "neither",
    measure: "answers",
    definition: "Answers by the assistant, including cached ones. Greetings and thanks do not count.",
  },
  {
    value: "escalated",
    label: "Handed over",
    kind: "count",
    wanted: "less",
    measure: "escalated",
    definition: "Hand-overs from the assistant to the team. A ticket that is handed over twice counts twice.",
  },
  {
    value: "resolved",
    label: "Resolved",
    kind: "count",
    wanted: "more",
    measure: "resolved",
    definition:
      "Tickets that an agent resolved or the visitor ended and that were not reopened within 7 days. Spam and duplicates do not count. The last 7 days are provisional.",
  },
  {
    value: "first_answer_median",
    label: "First answer",
    kind: "seconds",
    wanted: "less",
    measure: "first_answer",
    definition: "Median time from hand-over to the first human reply, in calendar hours. Accurate to 5 %.",
  },
  {
    value: "resolution_median",
    label: "Resolution",
    kind: "seconds",
    wanted: "less",
    measure: "resolution",
    definition: "Median time from hand-over to resolution, in calendar hours. Accurate to 5 %.",
  },
  {
    value: "sla_share",
    label: "Service levels met",
    kind: "share",
    wanted: "more",
    measure: "sla_missed",
    definition:
      "Share of reply-time targets that were met. Met counts on the day of the reply, missed on the day the time ran out. Set targets in the settings first.",
  },
  {
    value: "csat",
    label: "Satisfied visitors",
    kind: "share",
    wanted: "more",
    measure: "rated",
    definition: "Share of ratings that are 4 or 5 out of 5.",
  },
  {
    value: "cache_hit_rate",
    label: "From the cache",
    kind: "share",
    wanted: "more",
    measure: "cached",
    definition: "Share of answers served from cache.",
  },
  {
    value: "wrong_hit_rate",
    label: "Wrong cached answers",
    kind: "share",
    wanted: "less",
    measure: "wrong_hits",
    definition:
      "Share of cached answers that visitors disliked. Most visitors do not rate, so the true share is higher.",
  },
  {
    value: "corrections",
    label: "Corrected answers",
    kind: "count",
    wanted: "less",
    measure: "corrections",
    definition: "Answers after which the visitor opened a related section.",
  },
  {
    value: "cost_per_answer",
    label: "Cost per answer",
    kind: "money",
    wanted: "less",
    measure: "cost",
    definition: "Cost of all model calls divided by the number of answers.",
  },
  {
    value: "cost_per_resolution",
    label: "Cost per resolution",
    kind: "money",
    wanted: "less",
    measure: "cost",
    definition: "Cost of all model calls divided by the number of tickets resolved for good.",
  },
];

/** Title of each list of tickets. */
export const measureTitles: Record<AnalyticsMeasure, string> = {
  tickets: "New tickets",
  proven: "Conversations resolved by the assistant",
  silent: "Conversations whose visitor left without a word",
  returned: "Conversations whose visitor came back or disliked the answer",
  handed_over: "Conversations handed over to the team",
  held_out: "Conversations sent straight to your team, for comparison",
  assisted: "Conversations that the assistant got, beside the comparison group",
  answers: "Tickets that the assistant answered",
  escalated: "Tickets handed over",
  ended: "Tickets that ended",
  resolved: "Tickets resolved for good",
  first_answer: "Tickets with a first human reply",
  resolution: "Tickets resolved by an agent",
  sla_met: "Tickets with service levels met",
  sla_missed: "Tickets with service levels missed",
  cached: "Tickets answered from the cache",
  wrong_hits: "Tickets with a disliked answer from the cache",
  corrections: "Tickets in which a related section was opened",
  liked: "Tickets with a liked answer",
  disliked: "Tickets with a disliked answer",
  rated: "Tickets with a score",
  cost: "Tickets with model calls",
  grade: "Tickets with answers at this confidence",
  label: "Tickets with the label",
  set: "Tickets answered from the set",
  agent: "Tickets answered by",
};

/** Format of the amount next to a ticket; absent for amounts that are not shown. */
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
  corrections: "grade",
  liked: "grade",
  disliked: "grade",
  grade: "grade",
};
