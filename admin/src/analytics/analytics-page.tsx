import { analyticsRoutes } from "../../../protocol/routes/analytics.ts";
import "uplot/dist/uPlot.min.css";
import "./analytics.css";
import { useSignal } from "@preact/signals";
import { useEffect, useId, useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Analytics } from "../../../protocol/admin-analytics.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { createLoaded } from "../ui/loaded.ts";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Notice } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { AgentTable } from "./agent-table.tsx";
import { csvPath, ticketsPath } from "./analytics-calls.ts";
import { Definition } from "./chart-card.tsx";
import { GradeCharts, TimeCharts, TopicChart } from "./charts.tsx";
import { HoldOutCard } from "./hold-out-card.tsx";
import { type AnalyticsTab, type FigureSpec, figures, keyFigures } from "./measures.ts";
import { changeText, numberText, rangeText } from "./number-text.ts";
import { type Period, periodFrom, periodPath, periodProblem, spanText, usualPeriods } from "./period.ts";

const tabs = [
  { tab: "overview", label: "Overview" },
  { tab: "team", label: "Team" },
  { tab: "quality", label: "AI quality" },
] as const;

/** Figures for a period compared with the period before; for managers. */
export function AnalyticsPage() {
  const { api, may } = useWorkspace();
  const { query, path } = useLocation();
  const { tab } = tabs.find((each) => path.endsWith(`/${each.tab}`)) ?? tabs[0];
  const period = periodFrom(query);
  const key = JSON.stringify(period);
  const loaded = useMemo(() => createLoaded<Analytics>(), []);
  const load = () => loaded.load((signal) => api.call(analyticsRoutes.readAnalytics, { query: period }, { signal }));
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
      <Tabs
        label="Analytics"
        current={periodPath(period, tab)}
        tabs={tabs.map((each) => ({ href: periodPath(period, each.tab), label: each.label }))}
      />
      <PeriodPicker period={period} tab={tab} shown={read} />
      <LoadedPart state={state} name="Analytics" onRetry={() => void load()}>
        {(value) => <Body read={value} tab={tab} />}
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

function Body({ read, tab }: { read: Analytics; tab: AnalyticsTab }) {
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
          <Tiles read={read} tab={tab} />
          <div class="charts" key={tab}>
            {tab === "team" ? <AgentTable read={read} /> : null}
            {tab === "quality" ? <GradeCharts read={read} /> : null}
            {tab === "quality" ? <HoldOutCard read={read} /> : null}
            <TimeCharts read={read} tab={tab} />
            {tab === "overview" ? <TopicChart read={read} /> : null}
          </div>
        </>
      )}
    </>
  );
}

/** Caveats about the numbers. */
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

/** The key figures, each with the figure of the period before. */
function Tiles({ read, tab }: { read: Analytics; tab: AnalyticsTab }) {
  const shown = keyFigures[tab].flatMap((value) => figures.find((figure) => figure.value === value) ?? []);
  return (
    <ul class="tiles">
      {shown.map((figure) => (
        <Tile key={figure.value} tile={figure} read={read} />
      ))}
    </ul>
  );
}

function Tile({ tile, read }: { tile: FigureSpec; read: Analytics }) {
  const { value, label, kind, measure, definition, upTo } = tile;
  const now = read.values[value];
  const change = changeText(now, read.values_before[value], tile);
  const most = upTo ? read.values[upTo] : now;
  const text = rangeText(now, most, kind);
  return (
    <li class="tile">
      <div class="tile-head">
        <span>{label}</span>
        <Definition of={label} text={definition} />
      </div>
      {now === null || most === 0 ? (
        <span class="tile-value">{text}</span>
      ) : (
        <a class="tile-value" href={ticketsPath({ measure, from: read.from, to: read.to })}>
          {text}
          <span class="visually-hidden"> {label}: see the tickets</span>
        </a>
      )}
      <span class={`tile-change tile-${change.tone}`}>{change.text}</span>
    </li>
  );
}

interface PickerProps {
  period: Period;
  tab: AnalyticsTab;
  shown: { from: string; to: string } | null;
}

/** Choice of the period, stored in the URL. */
function PeriodPicker({ period, tab, shown }: PickerProps) {
  const { route } = useLocation();
  const isOwn = useSignal("from" in period);
  const name = useId();
  // The browser's back button changes the period as well.
  useEffect(() => {
    isOwn.value = "from" in period;
  }, [periodPath(period)]);
  return (
    <div class="period">
      <fieldset class="segmented">
        <legend class="visually-hidden">Period</legend>
        {usualPeriods.map(({ days, label }) => (
          <label key={days}>
            <input
              type="radio"
              name={name}
              checked={!isOwn.value && "days" in period && period.days === days}
              onChange={() => {
                isOwn.value = false;
                route(periodPath({ days }, tab));
              }}
            />
            <span>{label}</span>
          </label>
        ))}
        <label>
          <input type="radio" name={name} checked={isOwn.value} onChange={() => (isOwn.value = true)} />
          <span>Custom</span>
        </label>
      </fieldset>
      {isOwn.value ? (
        <OwnDates key={`${shown?.from}${shown?.to}`} tab={tab} start={"from" in period ? period : shown} />
      ) : null}
    </div>
  );
}

function OwnDates({ tab, start }: { tab: AnalyticsTab; start: PickerProps["shown"] }) {
  const { route } = useLocation();
  const from = useSignal(start?.from ?? "");
  const to = useSignal(start?.to ?? "");
  const problem = useSignal("");
  const problemId = useId();
  return (
    <form
      class="own-dates"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        problem.value = periodProblem(from.value, to.value);
        if (problem.value === "") route(periodPath({ from: from.value, to: to.value }, tab));
      }}
    >
      {([from, to] as const).map((value, index) => (
        <label class="field" key={index === 0 ? "from" : "to"}>
          <span>{index === 0 ? "From" : "To"}</span>
          <input
            class="input"
            type="date"
            value={value.value}
            aria-describedby={problem.value ? problemId : undefined}
            onInput={(event) => (value.value = event.currentTarget.value)}
          />
        </label>
      ))}
      <button type="submit" class="btn">
        Show
      </button>
      <p id={problemId} class="form-error" role="alert">
        {problem.value}
      </p>
    </form>
  );
}
