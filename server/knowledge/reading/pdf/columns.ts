import type { Segment } from "./lines.ts";

/** Long lines that each column needs; cells of a table are shorter. */
const minColumnLines = 6;
const longLineChars = 22;
/** Share of a column's width that its letters stand in lines of, on average. */
const minColumnFill = 0.55;
/** Share of the lines that may run across the gap: titles, captions, a summary. */
const maxAcross = 0.4;
/** Where the gap may be, as shares of the width, and how finely it is looked for, in points. */
const gapRange = { from: 0.25, to: 0.75 };
const gapStep = 2;
/** A broken file may place text a light year away. */
const maxSteps = 400;

/** On which side of a gap a segment stands. */
export function sideOf({ x0, x1 }: Segment, gap: number): "left" | "right" | "across" {
  if (x1 <= gap + 1) return "left";
  return x0 >= gap - 1 ? "right" : "across";
}

/** Where a gap between two columns of prose runs, if there is one. */
export function findGap(segments: Segment[]): number | undefined {
  if (segments.length < minColumnLines * 2) return undefined;
  const from = Math.min(...segments.map(({ x0 }) => x0));
  const width = Math.max(...segments.map(({ x1 }) => x1)) - from;
  const step = Math.max(gapStep / Math.max(width, 1), 1 / maxSteps);
  let best: { gap: number; across: number; offCentre: number } | undefined;
  for (let share = gapRange.from; share <= gapRange.to; share += step) {
    const gap = from + width * share;
    const across = segments.filter((segment) => sideOf(segment, gap) === "across").length;
    const offCentre = Math.abs(share - 0.5);
    if (!best || across < best.across || (across === best.across && offCentre < best.offCentre))
      best = { gap, across, offCentre };
  }
  if (!best || best.across > segments.length * maxAcross) return undefined;
  const { gap } = best;
  const sides = (["left", "right"] as const).map((side) => segments.filter((segment) => sideOf(segment, gap) === side));
  return sides.every(isColumn) ? gap : undefined;
}

/** Long lines of prose fill their column, whatever labels of a figure stand among them. Cells of a table do not. */
function isColumn(segments: Segment[]): boolean {
  if (segments.filter(({ text }) => text.length >= longLineChars).length < minColumnLines) return false;
  const from = Math.min(...segments.map(({ x0 }) => x0));
  const width = Math.max(...segments.map(({ x1 }) => x1)) - from;
  const chars = sum(segments, ({ text }) => text.length);
  const usualLength = sum(segments, ({ text }) => text.length ** 2) / chars;
  const usualFill = sum(segments, ({ text, x0, x1 }) => (text.length * (x1 - x0)) / width) / chars;
  return usualLength >= longLineChars && usualFill >= minColumnFill;
}

function sum(segments: Segment[], value: (segment: Segment) => number): number {
  return segments.reduce((total, segment) => total + value(segment), 0);
}
