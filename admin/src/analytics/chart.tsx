import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { useApp } from "../app-context.ts";
import type { Tone } from "./chart-specs.ts";
import { axisSteps, type NumberKind, numberText } from "./number-text.ts";

interface ChartProps extends Omit<PlotInput, "onPoint"> {
  label: string;
  /** The selected point; null: none. */
  point: number | null;
  /** Description of the selected point for screen readers. */
  pointText: string;
  onPoint(index: number | null): void;
  onOpen(index: number): void;
}

/** A chart. Arrow keys move between points, Enter or a click opens one. */
export function Chart(props: ChartProps) {
  const { label, point, pointText, ticks, onPoint, onOpen } = props;
  const root = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const colours = useColours();

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const draw = () => {
      plot.current?.destroy();
      plot.current = drawPlot(element, { ...latest.current, onPoint: (index) => latest.current.onPoint(index) });
    };
    draw();
    const seen = { width: element.clientWidth };
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === seen.width) return;
      seen.width = element.clientWidth;
      draw();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [props.series, props.ticks, colours]);

  const onKey = (event: KeyboardEvent) => {
    const last = ticks.length - 1;
    const next = { ArrowLeft: (point ?? last + 1) - 1, ArrowRight: (point ?? -1) + 1, Home: 0, End: last }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const to = Math.max(0, Math.min(last, next));
      const drawn = plot.current;
      drawn?.setCursor({ left: drawn.valToPos(to, "x"), top: 0 });
      onPoint(to);
    } else if (event.key === "Enter" && point !== null) {
      event.preventDefault();
      onOpen(point);
    }
  };
  return (
    <div
      ref={root}
      class="chart"
      role="slider"
      tabIndex={0}
      aria-label={`${label}: use the arrow keys to move between points, Enter to open one`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, ticks.length - 1)}
      aria-valuenow={point ?? ticks.length - 1}
      aria-valuetext={pointText}
      onKeyDown={onKey}
      onBlur={() => onPoint(null)}
      onClick={(event) => {
        // Touch has no hover: the first touch shows the values, and links open the tickets.
        const isMouse = !(event instanceof PointerEvent) || event.pointerType === "mouse";
        if (isMouse && point !== null) onOpen(point);
      }}
    />
  );
}

/** Changes with the colours: a canvas keeps the colours that it was drawn with. */
function useColours(): string {
  const { theme } = useApp();
  const isDark = useSignal(false);
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const look = () => {
      isDark.value = system.matches;
    };
    look();
    system.addEventListener("change", look);
    return () => system.removeEventListener("change", look);
  }, []);
  return `${theme.choice.value} ${isDark.value}`;
}

/** One line or one set of bars. */
export interface PlotSeries {
  label: string;
  values: ReadonlyArray<number | null>;
  tone: Tone;
  /** Drawn in a faint colour, for comparison. */
  isFaint?: boolean;
}

interface PlotInput {
  shape: "bars" | "stack" | "lines";
  kind: NumberKind;
  /** Labels below the axis, one for each point. */
  ticks: readonly string[];
  series: readonly PlotSeries[];
  onPoint(index: number | null): void;
}

/** Space for a label below the axis, in px. */
const tickPx = 64;
const height = 190;
const dashes = [[], [6, 4], [2, 3], [10, 4, 2, 4], [1, 4]];

/** Draws into an element, with the current colours of the element's tokens. */
function drawPlot(root: HTMLElement, input: PlotInput): uPlot {
  const { shape, ticks } = input;
  const isBars = shape !== "lines";
  // The highest series of a stack is drawn first, behind the lower ones.
  const series = shape === "stack" ? input.series.toReversed() : input.series;
  const tops = shape === "stack" ? stacked(input.series).toReversed() : series.map(({ values }) => [...values]);
  const plot = new uPlot(
    {
      width: Math.max(root.clientWidth, 120),
      height,
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: false, y: false },
        points: { show: !isBars, size: 7 },
      },
      scales: {
        // Half a point of space on each side, so that bars and points at the ends are complete.
        x: { time: false, range: () => [-0.5, ticks.length - 0.5] },
        y: { range: (_plot, _low, high) => [0, topOf(high, input)] },
      },
      axes: axesOf(root, input),
      series: [{}, ...series.map((each, index) => seriesOf(root, each, { index, isBars }))],
      hooks: { setCursor: [(moved) => input.onPoint(moved.cursor.idx ?? null)] },
    },
    [ticks.map((_tick, index) => index), ...tops],
    root,
  );
  return plot;
}

/** Each series on top of the ones before it. */
function stacked(series: readonly PlotSeries[]): number[][] {
  const sums: number[][] = [];
  for (const { values } of series) sums.push(values.map((value, index) => (value ?? 0) + (sums.at(-1)?.[index] ?? 0)));
  return sums;
}

function topOf(high: number | null, { kind }: PlotInput): number {
  if (kind === "share") return Math.min(1, Math.max(0.1, (high ?? 0) * 1.15));
  return high === null || high <= 0 ? 1 : high * 1.12;
}

function seriesOf(
  root: HTMLElement,
  { tone, isFaint, label }: PlotSeries,
  { index, isBars }: { index: number; isBars: boolean },
): uPlot.Series {
  const color = colorOf(root, isFaint ? "soft" : tone);
  const base = { label, stroke: color, spanGaps: false };
  if (isFaint) return { ...base, width: 1.25, dash: [3, 4], points: { show: false }, alpha: 0.75 };
  if (isBars)
    return { ...base, width: 0, fill: color, points: { show: false }, paths: uPlot.paths.bars?.({ size: [0.72, 40] }) };
  return {
    ...base,
    width: 1.75,
    dash: dashes[index % dashes.length],
    points: { show: true, size: 4, fill: color, filter: alone },
  };
}

/** Marks points without a neighbour: no line would show them. */
const alone: uPlot.Series.Points.Filter = (plot, seriesIndex) => {
  const values = Array.from(plot.data[seriesIndex] ?? []);
  return values.flatMap((value, index) =>
    value != null && values[index - 1] == null && values[index + 1] == null ? [index] : [],
  );
};

function axesOf(root: HTMLElement, { kind, ticks }: PlotInput): uPlot.Axis[] {
  const text = colorOf(root, "faint");
  const line = colorOf(root, "line");
  const font = `11px ${getComputedStyle(root).fontFamily}`;
  const steps = axisSteps[kind];
  return [
    {
      stroke: text,
      font,
      size: 30,
      gap: 9,
      grid: { show: false },
      ticks: { show: false },
      splits: (plot) => {
        const step = Math.max(1, Math.ceil((ticks.length * tickPx) / Math.max(plot.width - 60, tickPx)));
        return ticks.map((_tick, index) => index).filter((index) => index % step === 0);
      },
      values: (_plot, places) => places.map((place) => ticks[place] ?? ""),
    },
    {
      stroke: text,
      font,
      size: 52,
      gap: 4,
      space: 34,
      ...(steps ? { incrs: steps } : {}),
      grid: { stroke: line, width: 1 },
      ticks: { show: false },
      values: (_plot, places) => places.map((place) => numberText(place, kind)),
    },
  ];
}

/** Resolves a design token to its colour in the current theme. Only the browser can do this. */
function colorOf(root: HTMLElement, tone: Tone | "faint" | "line"): string {
  const names = { soft: "text-soft", faint: "text-faint", line: "line" } as const;
  const probe = document.createElement("span");
  probe.style.color = `var(--${tone in names ? names[tone as keyof typeof names] : tone})`;
  root.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
