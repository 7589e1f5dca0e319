import { useMemo } from "preact/hooks";
import type { Analytics, GradeBin } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { type CardSeries, ChartCard } from "./chart-card.tsx";

const gradesDefinition =
  "Answers by confidence, in steps of 0.1: shown to visitors, or handed over as a draft. Cached answers count with their original confidence.";
const reliabilityDefinition =
  "Share of correct answers at each confidence level. Where the lines meet, confidence is accurate. Correct: a draft sent unchanged, or an answer the visitor liked. Wrong: a draft that an agent replaced or gave guidance for, or an answer the visitor disliked. Edited drafts are not counted.";

/** Grades: how many there were of each, and what they were worth. */
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
        note={`${judged} answers were rated, ${edited} drafts were edited before sending.`}
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
      // The middle of each tenth; without anything to compare with, the chart is empty.
      values: grades.map((bin) => (isJudged ? bin.from + 0.05 : null)),
      total: null,
      hrefOf: () => null,
    },
  ];
}
