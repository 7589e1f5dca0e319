import { type Band, bandsOf } from "./bands.ts";
import { type Row, rowOf, rowsOf, type Segment } from "./lines.ts";
import { proseColumnsAt } from "./prose-columns.ts";
import { isLabel, type Table, tableAt, tableGoingOn } from "./tables.ts";

/** Deepest nesting of columns. Three columns side by side are found in two steps. */
const maxDepth = 2;

/** A part of a page that is read as a unit: lines from top to bottom, or a table. */
export type Region = { type: "lines"; rows: Row[] } | { type: "table"; block: Table };

interface PageOptions {
  page: number;
  /** The table at the end of the page before. */
  before?: Table | undefined;
}

/** The parts of a page in reading order: one column after another. */
export function readingOrder(segments: Segment[], { page, before }: PageOptions, depth = 0): Region[] {
  const gap = depth < maxDepth ? findGap(segments) : undefined;
  if (gap === undefined) return regionsOf(segments, { page, before });
  const place = new Map(segments.map((segment, index) => [segment, index]));
  const asDrawn = (group: Segment[]) => group.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  const regions: Region[] = [];
  let columns: Record<"left" | "right", Segment[]> = { left: [], right: [] };
  let across: Segment[] = [];
  const flushColumns = () => {
    const sides = [columns.left, columns.right].filter((side) => side.length > 0);
    for (const side of isRightToLeft(segments) ? sides.reverse() : sides) {
      regions.push(...readingOrder(asDrawn(side), { page }, depth + 1));
    }
    columns = { left: [], right: [] };
  };
  const flushAcross = () => {
    if (across.length > 0) regions.push(...regionsOf(asDrawn(across), { page }));
    across = [];
  };
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    const side = sideOf(segment, gap);
    if (side === "across") {
      flushColumns();
      across.push(segment);
    } else {
      flushAcross();
      columns[side].push(segment);
    }
  }
  flushAcross();
  flushColumns();
  return regions;
}

/** The regions of a page or column that contains no columns. */
function regionsOf(segments: Segment[], { page, before }: PageOptions): Region[] {
  const bands = bandsOf(segments);
  const regions: Region[] = [];
  /** A column is a unit of its own. */
  let isClosed = false;
  const addRows = (rows: Row[]) => {
    const last = regions.at(-1);
    if (last?.type === "lines" && !isClosed) last.rows.push(...rows);
    else regions.push({ type: "lines", rows });
    isClosed = false;
  };
  for (let index = 0; index < bands.length; index += 1) {
    const band = bands[index] ?? [];
    const prose = proseColumnsAt(bands, index);
    const goingOn = index === 0 && before ? tableGoingOn(bands, before, page) : undefined;
    const table = prose ? undefined : (goingOn ?? tableAt(bands, index, page));
    if (prose) {
      const columns = isRightToLeft(segments) ? prose.columns.reverse() : prose.columns;
      for (const lines of columns) regions.push({ type: "lines", rows: rowsOf(lines) });
      isClosed = true;
      index = prose.end - 1;
    } else if (table) {
      regions.push({ type: "table", block: table.block });
      index = table.end - 1;
    } else if (band.every((cell) => cell.length === 1)) addRows([rowOf(band.flat())]);
    else if (band.length === 2 && isLabel(band[0] ?? [])) addRows(labelled(band));
    // Cells side by side are read one after the other.
    else for (const cell of band) addRows(rowsOf(cell));
  }
  return regions;
}

/** Joins a number and the paragraph beside it. */
function labelled([label = [], text = []]: Band): Row[] {
  const [first, ...others] = text;
  return first ? [rowOf([...label, first]), ...rowsOf(others)] : rowsOf(label);
}

function isRightToLeft(segments: Segment[]): boolean {
  return segments.filter((segment) => segment.isRightToLeft).length * 2 > segments.length;
}

/** Least number of long lines per column, and least length of a long line; table cells are shorter. */
const minColumnLines = 6;
const longLineChars = 22;
/** Least average share of the column width that the lines fill. */
const minColumnFill = 0.55;
/** Largest share of lines that cross the gap: titles, captions, a summary. */
const maxAcross = 0.4;
/** Range in which the gap may be, as shares of the width, and the step of the search, in points. */
const gapRange = { from: 0.25, to: 0.75 };
const gapStep = 2;
/** Most search steps, because a broken file may place text at any distance. */
const maxSteps = 400;

/** The side of a gap on which a segment is; `across` when it crosses the gap. */
function sideOf({ x0, x1 }: Segment, gap: number): "left" | "right" | "across" {
  if (x1 <= gap + 1) return "left";
  return x0 >= gap - 1 ? "right" : "across";
}

/** Returns the position of a gap between two columns of prose, if there is one. */
function findGap(segments: Segment[]): number | undefined {
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

/** True for a column of prose. Long lines of prose fill their column, even with labels of a figure among them; table cells do not. */
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
