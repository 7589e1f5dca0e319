import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { useApp } from "../app-context.ts";
import { drawPlot, type PlotInput } from "./plot.ts";

interface ChartProps extends Omit<PlotInput, "onPoint"> {
  label: string;
  /** The point that is looked at; null: none. */
  point: number | null;
  /** What the point says, for screen readers. */
  pointText: string;
  onPoint(index: number | null): void;
  onOpen(index: number): void;
}

/** A drawing of numbers over points. Arrow keys go from point to point, Enter or a click opens one. */
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
        // A finger has no hover: its first touch shows the values, and links lead on.
        const isMouse = !(event instanceof PointerEvent) || event.pointerType === "mouse";
        if (isMouse && point !== null) onOpen(point);
      }}
    />
  );
}

/** Changes when the colours do: canvases keep the ones that they were drawn with. */
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
