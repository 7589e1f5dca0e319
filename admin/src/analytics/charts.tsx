import { useMemo } from "preact/hooks";
import type { Analytics, AnalyticsValue, GradeBin } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { type CardSeries, ChartCard } from "./chart-card.tsx";
import { type ChartSpec, charts, type SeriesSpec, type Tone } from "./chart-specs.ts";
import type { AnalyticsTab } from "./measures.ts";
import { spanText, tickText } from "./period.ts";

/** The charts over time of a page. */
export function TimeCharts({ read, tab }: { read: Analytics; tab: AnalyticsTab }) {
  return (
    <>
      {charts
        .filter((spec) => spec.tab === tab)
        .map((spec) => (
          <TimeChart key={spec.title} spec={spec} read={read} />
        ))}
    </>
  );
}

function TimeChart({ spec, read }: { spec: ChartSpec; read: Analytics }) {
  const series = useMemo(() => seriesOf(spec, read), [read]);
  const ticks = useMemo(() => read.points.map(({ from }) => tickText(from, read.step)), [read]);
  return (
    <ChartCard
      title={spec.title}
      definition={spec.definition}
      shape={spec.shape}
      kind={spec.kind}
      series={series}
      ticks={ticks}
      names={read.points.map(spanText)}
      pointName={{ day: "Day", week: "Week", month: "Month" }[read.step]}
    />
  );
}

function seriesOf(spec: ChartSpec, read: Analytics): CardSeries[] {
  const now = spec.series.map((series) => lineOf(series, read));
  const [only] = spec.series;
  if (spec.series.length > 1 || !only) return now;
  // A chart with a single line can also show the previous period.
  return [...now, { ...faintLine(only.value, read), label: "Previous period" }];
}

function lineOf({ value, label, tone, measure }: SeriesSpec, read: Analytics): CardSeries {
  return {
    label,
    tone,
    values: read.points.map(({ values }) => values[value]),
    total: read.values[value],
    hrefOf(index) {
      const span = index === null ? read : read.points[index];
      return span ? ticketsPath({ measure, from: span.from, to: span.to }) : null;
    },
  };
}

function faintLine(value: AnalyticsValue, read: Analytics): Omit<CardSeries, "label"> {
  return {
    tone: "soft",
    isFaint: true,
    // The two periods may differ by one part.
    values: read.points.map((_point, index) => read.points_before[index]?.values[value] ?? null),
    total: read.values_before[value],
    hrefOf: () => null,
  };
}

const gradesDefinition =
  "Answers by confidence, in steps of 0.1: shown to visitors, or handed over as a draft. Cached answers count with their original confidence.";
const reliabilityDefinition =
  "Share of correct answers at each confidence level. Where the lines meet, confidence is accurate. Correct: a draft sent unchanged, or an answer the visitor liked. Wrong: a draft that an agent replaced or gave a hint for, or an answer the visitor disliked. Edited drafts are not counted. Settings, Confidence counts more: 180 days, and weaker signs such as a request for the team.";

/** Confidence: the number of answers per grade and their actual quality. */
export function GradeCharts({ read }: { read: Analytics }) {
  const names = read.grades.map(({ from }) => `${from.toFixed(1)} to ${(from + 0.1).toFixed(1)}`);
  const ticks = useMemo(() => read.grades.map(({ from }) => from.toFixed(1)), [read]);
  const distribution = useMemo(() => distributionOf(read), [read]);
  const reliability = useMemo(() => reliabilityOf(read), [read]);
  const judged = read.grades.reduce((sum, { right, wrong }) => sum + right + wrong, 0);
  const edited = read.grades.reduce((sum, bin) => sum + bin.edited, 0);
  return (
    <>
      <ChartCard
        title="Confidence"
        definition={gradesDefinition}
        shape="stack"
        kind="count"
        series={distribution}
        ticks={ticks}
        names={names}
        pointName="Confidence"
      />
      <ChartCard
        title="Confidence accuracy"
        definition={reliabilityDefinition}
        shape="lines"
        kind="share"
        series={reliability}
        ticks={ticks}
        names={names}
        pointName="Confidence"
        note={`Answers with clear feedback in this period: ${judged}. Drafts edited before sending: ${edited}.`}
      />
    </>
  );
}

function distributionOf(read: Analytics): CardSeries[] {
  const total = (part: "given" | "held") => read.grades.reduce((sum, bin) => sum + bin[part], 0);
  const span = { from: read.from, to: read.to };
  return [
    {
      label: "Shown",
      tone: "accent",
      values: read.grades.map(({ given }) => given),
      total: total("given"),
      hrefOf: (bin) => (bin === null ? null : ticketsPath({ measure: "grade", bin, ...span })),
    },
    {
      label: "Handed over",
      tone: "amber",
      values: read.grades.map(({ held }) => held),
      total: total("held"),
      hrefOf: (bin) => (bin === null ? ticketsPath({ measure: "escalated", ...span }) : null),
    },
  ];
}

function reliabilityOf({ grades, from, to }: Analytics): CardSeries[] {
  const rightOf = ({ right, wrong }: GradeBin) => (right + wrong === 0 ? null : right / (right + wrong));
  const isJudged = grades.some((bin) => rightOf(bin) !== null);
  return [
    {
      label: "Correct",
      tone: "green",
      values: grades.map(rightOf),
      total: null,
      hrefOf: (bin) => (bin === null ? null : ticketsPath({ measure: "grade", bin, from, to })),
    },
    {
      label: "Expected",
      tone: "soft",
      isFaint: true,
      // The middle of each tenth; the chart is empty when there is nothing to compare with.
      values: grades.map((bin) => (isJudged ? bin.from + 0.05 : null)),
      total: null,
      hrefOf: () => null,
    },
  ];
}

/** Limited by the number of distinguishable colours. */
const tones: readonly Tone[] = ["accent", "green", "amber", "red", "soft"];
const definition =
  "New tickets by label, and tickets answered from a document set. A ticket counts once for each label and set. The chart shows the most frequent; the CSV has all.";

export function TopicChart({ read }: { read: Analytics }) {
  const series = useMemo(() => topicSeries(read), [read]);
  const ticks = useMemo(() => read.points.map(({ from }) => tickText(from, read.step)), [read]);
  return (
    <ChartCard
      title="Topics"
      definition={definition}
      shape="lines"
      kind="count"
      series={series}
      ticks={ticks}
      names={read.points.map(spanText)}
      pointName={{ day: "Day", week: "Week", month: "Month" }[read.step]}
    />
  );
}

function topicSeries(read: Analytics): CardSeries[] {
  return tones.flatMap((tone, index): CardSeries[] => {
    const topic = read.topics[index];
    if (!topic) return [];
    const { kind, id, name, tickets, points } = topic;
    return [
      {
        label: kind === "set" ? `${name} (set)` : name,
        tone,
        values: points,
        total: tickets,
        hrefOf(place) {
          const span = place === null ? read : read.points[place];
          return span ? ticketsPath({ measure: kind, of: id, name, from: span.from, to: span.to }) : null;
        },
      },
    ];
  });
}
