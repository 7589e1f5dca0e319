import type { AnalyticsMeasure, AnalyticsValue } from "../../../protocol/admin-analytics.ts";
import { type AnalyticsTab, figures } from "./measures.ts";
import type { NumberKind } from "./number-text.ts";

/** Colours of the design tokens; lines also differ in their dashes. */
export type Tone = "accent" | "green" | "amber" | "red" | "soft";

export interface SeriesSpec {
  value: AnalyticsValue;
  label: string;
  tone: Tone;
  measure: AnalyticsMeasure;
}

export interface ChartSpec {
  tab: AnalyticsTab;
  title: string;
  shape: "bars" | "stack" | "lines";
  kind: NumberKind;
  definition: string;
  series: readonly SeriesSpec[];
}

const definitionOf = (value: AnalyticsValue) => figures.find((figure) => figure.value === value)?.definition ?? "";

/** Charts over time. Charts with one line also show the previous period. */
export const charts: readonly ChartSpec[] = [
  {
    tab: "overview",
    title: "New tickets",
    shape: "bars",
    kind: "count",
    definition: definitionOf("tickets"),
    series: [{ value: "tickets", label: "New tickets", tone: "accent", measure: "tickets" }],
  },
  {
    tab: "overview",
    title: "Outcomes of conversations",
    shape: "stack",
    kind: "count",
    definition:
      "Conversations by the day on which they began. Resolved: the visitor said so, or stayed away for 7 days after an answer with sources. Unknown: left without a word, or 7 days have not passed. Came back: wrote again within 7 days, or disliked the answer.",
    series: [
      { value: "proven", label: "Resolved", tone: "green", measure: "proven" },
      { value: "silent", label: "Unknown", tone: "soft", measure: "silent" },
      { value: "returned", label: "Came back", tone: "amber", measure: "returned" },
      { value: "handed_over", label: "Handed over", tone: "accent", measure: "handed_over" },
    ],
  },
  {
    tab: "overview",
    title: "Answered, handed over, resolved",
    shape: "lines",
    kind: "count",
    definition: "Answers by the assistant, hand-overs to the team, and tickets resolved for good.",
    series: [
      { value: "answers", label: "Answered", tone: "accent", measure: "answers" },
      { value: "escalated", label: "Handed over", tone: "amber", measure: "escalated" },
      { value: "resolved", label: "Resolved", tone: "green", measure: "resolved" },
    ],
  },
  {
    tab: "team",
    title: "First human reply",
    shape: "lines",
    kind: "seconds",
    definition: definitionOf("first_answer_median"),
    series: [
      { value: "first_answer_median", label: "Median", tone: "accent", measure: "first_answer" },
      { value: "first_answer_p90", label: "90th percentile", tone: "amber", measure: "first_answer" },
    ],
  },
  {
    tab: "team",
    title: "Resolution",
    shape: "lines",
    kind: "seconds",
    definition: definitionOf("resolution_median"),
    series: [
      { value: "resolution_median", label: "Median", tone: "accent", measure: "resolution" },
      { value: "resolution_p90", label: "90th percentile", tone: "amber", measure: "resolution" },
    ],
  },
  {
    tab: "team",
    title: "Service levels",
    shape: "stack",
    kind: "count",
    definition: definitionOf("sla_share"),
    series: [
      { value: "sla_met", label: "Met", tone: "green", measure: "sla_met" },
      { value: "sla_missed", label: "Missed", tone: "red", measure: "sla_missed" },
    ],
  },
  {
    tab: "overview",
    title: "Satisfied visitors",
    shape: "lines",
    kind: "share",
    definition: definitionOf("csat"),
    series: [{ value: "csat", label: "Satisfied", tone: "green", measure: "rated" }],
  },
  {
    tab: "quality",
    title: "Answers from the cache",
    shape: "lines",
    kind: "share",
    definition: `${definitionOf("cache_hit_rate")} ${definitionOf("wrong_hit_rate")}`,
    series: [
      { value: "cache_hit_rate", label: "From the cache", tone: "accent", measure: "cached" },
      { value: "wrong_hit_rate", label: "Disliked", tone: "red", measure: "wrong_hits" },
    ],
  },
  {
    tab: "quality",
    title: "Cost per answer",
    shape: "lines",
    kind: "money",
    definition: definitionOf("cost_per_answer"),
    series: [{ value: "cost_per_answer", label: "Per answer", tone: "accent", measure: "cost" }],
  },
  {
    tab: "quality",
    title: "Cost per resolution",
    shape: "lines",
    kind: "money",
    definition: definitionOf("cost_per_resolution"),
    series: [{ value: "cost_per_resolution", label: "Per resolution", tone: "accent", measure: "cost" }],
  },
];
