import "uplot/dist/uPlot.min.css";
import "../analytics/analytics.css";
import { useMemo } from "preact/hooks";
import type { ToolFigures } from "../../../protocol/admin-tool-calls.ts";
import { toolCallRoutes } from "../../../protocol/routes/tool-calls.ts";
import { ChartCard } from "../analytics/chart-card.tsx";
import { useWorkspace } from "../app-context.ts";
import { queryString } from "../ui/api-call.ts";
import { useAsked } from "../ui/loaded-part.tsx";
import { now } from "../ui/time.ts";

const days = 14;

/** Calls and errors of the last days; empty when loading fails, because the chart is optional. */
export function FiguresChart({ connectionId }: { connectionId?: string }) {
  const { api } = useWorkspace();
  const asked = useAsked(connectionId ?? "", (signal) =>
    api.call(toolCallRoutes.readToolFigures, { query: { connection_id: connectionId, days } }, { signal }),
  );
  const state = asked.state.value;
  if (state.type === "failed") return <p class="muted">The numbers of calls could not be loaded. {state.message}</p>;
  if (state.type === "loading")
    return <div class="chart-place" role="status" aria-label="Loading the numbers of calls" />;
  return <Drawn figures={state.value} connectionId={connectionId} />;
}

function Drawn({ figures, connectionId }: { figures: ToolFigures; connectionId: string | undefined }) {
  const drawn = useMemo(() => drawnOf(figures, connectionId), [figures]);
  return (
    <ChartCard
      title="Calls"
      definition="All calls, including tests. Failed: rejected, timed out, conflict, or unknown outcome. Days in UTC."
      shape="stack"
      kind="count"
      pointName={figures.step === "hour" ? "Hour" : "Day"}
      {...drawn}
    />
  );
}

function drawnOf(figures: ToolFigures, connectionId: string | undefined) {
  const points = figurePoints(figures, days, now.peek());
  const { calls, failed } = sumOf(points);
  const callsOf = (index: number | null, status?: string) => {
    const at = index === null ? null : points[index];
    if (index !== null && !at) return null;
    const span = at ? { since: at.at, until: new Date(Date.parse(at.at) + dayMs).toISOString() } : {};
    return `/console/tools/calls${queryString({ connection_id: connectionId, status, ...span })}`;
  };
  const series = (label: string, tone: "accent" | "red", value: (point: FiguresPoint) => number) => ({
    label,
    tone,
    values: points.map(value),
  });
  return {
    series: [
      {
        ...series("Done", "accent", ({ done }) => done),
        total: calls - failed,
        hrefOf: (at: number | null) => callsOf(at),
      },
      {
        ...series("Failed", "red", (point) => point.failed),
        total: failed,
        hrefOf: (at: number | null) => callsOf(at),
      },
    ],
    ticks: points.map(({ at }) => dayText(at, { day: "numeric", month: "short" })),
    names: points.map(({ at }) => dayText(at, { dateStyle: "medium" })),
  };
}

function dayText(iso: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(iso).toLocaleDateString(undefined, { ...options, timeZone: "UTC" });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Calls in one hour or day. */
interface FiguresPoint {
  /** Start of the hour or day, ISO format. */
  at: string;
  done: number;
  /** Failed, rejected because something had changed, or with an unknown result. */
  failed: number;
}

/** One point for each hour or day up to now, including those without calls; sums all connections. */
function figurePoints({ step, items }: ToolFigures, days: number, now: number): FiguresPoint[] {
  const stepMs = step === "hour" ? hourMs : dayMs;
  const last = Math.floor(now / stepMs) * stepMs;
  const points = new Map<number, FiguresPoint>();
  for (let back = Math.round((days * dayMs) / stepMs) - 1; back >= 0; back -= 1) {
    const at = last - back * stepMs;
    points.set(at, { at: new Date(at).toISOString(), done: 0, failed: 0 });
  }
  for (const { at, calls, failed, conflict, unknown } of items) {
    const point = points.get(Math.floor(Date.parse(at) / stepMs) * stepMs);
    if (!point) continue;
    const wrong = failed + conflict + unknown;
    point.failed += wrong;
    point.done += calls - wrong;
  }
  return [...points.values()];
}

function sumOf(points: readonly FiguresPoint[]): { calls: number; failed: number } {
  return points.reduce((sum, { done, failed }) => ({ calls: sum.calls + done + failed, failed: sum.failed + failed }), {
    calls: 0,
    failed: 0,
  });
}
