import { useMemo } from "preact/hooks";
import type { Analytics } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { type CardSeries, ChartCard } from "./chart-card.tsx";
import type { Tone } from "./chart-specs.ts";
import { spanText, tickText } from "./dates.ts";

/** As many as there are colours to tell them apart. */
const tones: readonly Tone[] = ["accent", "green", "amber", "red", "soft"];
const definition =
  "New tickets by label, and tickets answered from a document set. A ticket counts once for each label and set. The chart shows the most frequent; the CSV has all.";

/** What tickets were about. */
export function TopicChart({ read }: { read: Analytics }) {
  const series = useMemo(() => seriesOf(read), [read]);
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

function seriesOf(read: Analytics): CardSeries[] {
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
