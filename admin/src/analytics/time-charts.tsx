import { useMemo } from "preact/hooks";
import type { Analytics, AnalyticsValue } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { type CardSeries, ChartCard } from "./chart-card.tsx";
import { type ChartSpec, charts, type SeriesSpec } from "./chart-specs.ts";
import { spanText, tickText } from "./dates.ts";

/** Everything that is shown over time. */
export function TimeCharts({ read }: { read: Analytics }) {
  return (
    <>
      {charts.map((spec) => (
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
  // One line has room for what it was before.
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
    // The periods may be cut into one part more or less.
    values: read.points.map((_point, index) => read.points_before[index]?.values[value] ?? null),
    total: read.values_before[value],
    hrefOf: () => null,
  };
}
