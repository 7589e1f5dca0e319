import { useMemo } from "preact/hooks";
import type { Analytics, GradeBin } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { type CardSeries, ChartCard } from "./chart-card.tsx";

const gradesDefinition =
  "Graded answers of the period by their grade, in tenths: those that were given to visitors, and drafts that went to a person instead. Answers from the cache count with the grade they had.";
const reliabilityDefinition =
  "How many answers of each grade people found right, beside the grade itself: where the lines meet, grades say what is true. Right is a draft that an agent sent unchanged and an answer that its visitor liked; wrong is a draft that an agent answered otherwise or gave a hint for, and an answer that its visitor disliked. Drafts that were changed before they were sent count as neither.";

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
        title="Grades"
        definition={gradesDefinition}
        shape="stack"
        kind="count"
        series={distribution}
        ticks={ticks}
        names={names}
        pointName="Grade"
      />
      <ChartCard
        title="What grades are worth"
        definition={reliabilityDefinition}
        shape="lines"
        kind="share"
        series={reliability}
        ticks={ticks}
        names={names}
        pointName="Grade"
        note={`${judged} answers were judged, ${edited} drafts were changed before they were sent.`}
      />
    </>
  );
}

function distributionOf(read: Analytics): CardSeries[] {
  const total = (part: "given" | "held") => read.grades.reduce((sum, bin) => sum + bin[part], 0);
  const span = { from: read.from, to: read.to };
  return [
    {
      label: "Given",
      tone: "accent",
      values: read.grades.map(({ given }) => given),
      total: total("given"),
      hrefOf: (bin) => (bin === null ? null : ticketsPath({ measure: "grade", bin, ...span })),
    },
    {
      label: "To a person",
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
      label: "Found right",
      tone: "green",
      values: grades.map(rightOf),
      total: null,
      hrefOf: (bin) => (bin === null ? null : ticketsPath({ measure: "grade", bin, from, to })),
    },
    {
      label: "As the grade says",
      tone: "soft",
      isFaint: true,
      // The middle of each tenth; without anything to compare with, the chart is empty.
      values: grades.map((bin) => (isJudged ? bin.from + 0.05 : null)),
      total: null,
      hrefOf: () => null,
    },
  ];
}
