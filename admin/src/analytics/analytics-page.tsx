import "uplot/dist/uPlot.min.css";
import "./analytics.css";
import { useEffect, useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Analytics } from "../../../protocol/admin-analytics.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { createLoaded } from "../ui/loaded.ts";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Notice } from "../ui/states.tsx";
import { AgentTable } from "./agent-table.tsx";
import { csvPath, readAnalytics } from "./analytics-calls.ts";
import { spanText } from "./dates.ts";
import { GradeCharts } from "./grade-charts.tsx";
import { numberText } from "./number-text.ts";
import { type Period, periodFrom } from "./period.ts";
import { PeriodPicker } from "./period-picker.tsx";
import { Tiles } from "./tiles.tsx";
import { TimeCharts } from "./time-charts.tsx";
import { TopicChart } from "./topic-chart.tsx";

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
