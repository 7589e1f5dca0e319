import "uplot/dist/uPlot.min.css";
import "../styles/analytics.css";
import { useEffect, useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Analytics } from "../../../protocol/admin-analytics.ts";
import { AgentTable } from "../analytics/agent-table.tsx";
import { csvPath, readAnalytics } from "../analytics/analytics-calls.ts";
import { spanText } from "../analytics/dates.ts";
import { GradeCharts } from "../analytics/grade-charts.tsx";
import { numberText } from "../analytics/number-text.ts";
import { type Period, periodFrom } from "../analytics/period.ts";
import { PeriodPicker } from "../analytics/period-picker.tsx";
import { Tiles } from "../analytics/tiles.tsx";
import { TimeCharts } from "../analytics/time-charts.tsx";
import { TopicChart } from "../analytics/topic-chart.tsx";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../components/icon.tsx";
import { LoadedPart } from "../components/loaded-part.tsx";
import { Notice } from "../components/states.tsx";
import { createLoaded } from "../stores/loaded.ts";

/** What happened in a period, beside the one before; for managers. */
export function AnalyticsPage() {
  const { api, may } = useWorkspace();
  const { query } = useLocation();
  const period = periodFrom(query);
  const key = JSON.stringify(period);
  const loaded = useMemo(() => createLoaded<Analytics>(), []);
  const load = () => loaded.load((signal) => readAnalytics(api.ask, period, signal));
  useEffect(() => {
    if (may("manager")) void load();
  }, [key]);
  if (!may("manager"))
    return <Notice main title="Analytics are available to managers" text="Your role does not allow this." />;
  const state = loaded.state.value;
  const read = state.type === "ready" ? state.value : null;
  return (
    <div class="sheet-page analytics">
      <header class="page-head">
        <div>
          <h1>Analytics</h1>
          <p class="muted">{read ? headText(read) : "Questions, answers and outcomes."}</p>
        </div>
        <Files period={period} />
      </header>
      <PeriodPicker period={period} shown={read} />
      <LoadedPart state={state} name="Analytics" onRetry={() => void load()}>
        {(value) => <Body read={value} />}
      </LoadedPart>
    </div>
  );
}

function headText({ from, to, before, zone }: Analytics): string {
  return `${spanText({ from, to })}, compared with ${spanText(before)}. Time zone: ${zone}.`;
}

function Files({ period }: { period: Period }) {
  return (
    <div class="analytics-files">
      <a class="btn" href={csvPath(period, "points")} download>
        <Icon name="download" /> Download CSV
      </a>
    </div>
  );
}

function Body({ read }: { read: Analytics }) {
  const isEmpty = [read.values, read.values_before].every(
    ({ tickets, answers, ended, escalated }) => tickets + answers + ended + escalated === 0,
  );
  return (
    <>
      <Notes read={read} />
      {isEmpty ? (
        <Notice
          title="No activity in this period"
          text="Numbers appear here as soon as visitors write. Choose a longer period, or try the chat yourself."
        />
      ) : (
        <>
          <Tiles read={read} />
          <div class="charts">
            <TimeCharts read={read} />
            <GradeCharts read={read} />
            <TopicChart read={read} />
            <AgentTable read={read} />
          </div>
        </>
      )}
    </>
  );
}

/** What a reader has to know before trusting the numbers. */
function Notes({ read }: { read: Analytics }) {
  const { uncounted_days: uncounted, values } = read;
  return (
    <>
      {uncounted > 0 ? (
        <p class="analytics-note" role="status">
          {numberText(uncounted, "count")} days are still being counted. Their numbers are missing for now.
        </p>
      ) : null}
      {values.unpriced_calls > 0 ? (
        <p class="analytics-note">
          {numberText(values.unpriced_calls, "count")} model calls have no known price and count as free. The true cost
          is higher.
        </p>
      ) : null}
    </>
  );
}
