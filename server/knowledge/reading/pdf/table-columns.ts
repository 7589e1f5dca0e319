import type { Band, Cell } from "./bands.ts";
import { joinRuns, type Segment } from "./lines.ts";
import type { TextRun } from "./text-runs.ts";

/** The space that the cells of a column use, in points. */
export interface Column {
  x0: number;
  x1: number;
}

/** Largest share of rows that may cross the gap between two columns: names over several columns. */
const maxCrossing = 0.15;
/** Least gap between two columns, in points. */
const minGap = 1.5;
/** Least share of a column that a cell over several columns covers. */
const minCovered = 0.5;
/** Largest share of rows in which two cells share a column. Above it, the cells have no columns. */
const maxShared = 0.2;

/** The columns of rows: the ranges that cells cover in nearly all rows, and the cells between them. Undefined when cells overlap. */
export function columnsOf(rows: Band[]): Column[] | undefined {
  const steps = rows.flatMap((row) =>
    merge(row.map(boxOf)).flatMap(({ x0, x1 }) => [
      { x: x0, change: 1 },
      { x: Math.max(x0, x1), change: -1 },
    ]),
  );
  steps.sort((a, b) => a.x - b.x || a.change - b.change);
  const allowed = Math.floor(rows.length * maxCrossing);
  const covered: Column[] = [];
  let count = 0;
  for (const { x, change } of steps) {
    const before = count;
    count += change;
    if (before <= allowed && count > allowed) covered.push({ x0: x, x1: x });
    const last = covered.at(-1);
    if (last && before > allowed && count <= allowed) last.x1 = x;
  }
  const columns = merge(covered);
  const lonely = rows
    .flat()
    .map(boxOf)
    .filter((box) => !columns.some((column) => overlapOf(column, box) > 0));
  const all = merge([...columns, ...lonely]);
  const shared = rows.filter((row) => new Set(row.map((cell) => nearest(all, boxOf(cell)))).size < row.length);
  return all.length < 2 || shared.length > rows.length * maxShared ? undefined : all;
}

/** True when each cell is in a column of its own: the row goes on with a table. */
export function fitsColumns(row: Band, columns: Column[]): boolean {
  const places = row.map((cell) => columns.findIndex((column) => overlapOf(column, boxOf(cell)) > 0));
  return row.length >= 2 && places.every((place) => place >= 0) && new Set(places).size === places.length;
}

/** The texts of a row by column; empty where it has no cell. */
export function cellsIn(row: Band, columns: Column[], isHead: boolean): string[] {
  const [only] = row;
  // A line across the columns is a label of the rows below it, or a text that the table interrupts.
  const isAcross = only && row.length === 1;
  if (isAcross && columns.filter((column) => overlapOf(column, boxOf(only)) > 0).length > 1) return [cellText(only)];
  const texts = columns.map((): string[] => []);
  for (const cell of row) {
    const box = boxOf(cell);
    const under = columns.flatMap((column, index) => (overlapOf(column, box) > 0 ? [index] : []));
    const isWide =
      under.length > 1 &&
      under.every((index) => overlapOf(columns[index], box) >= widthOf(columns[index]) * minCovered);
    if (under.length > 1 && cell.every(({ runs }) => runs.length > 1)) addParts(cell, columns, texts);
    else if (isWide && isHead) for (const index of under) texts[index]?.push(cellText(cell));
    else texts[nearest(columns, box)]?.push(cellText(cell));
  }
  const found = texts.map((parts) => parts.join(" "));
  return isRightToLeft(row.flat()) ? found.reverse() : found;
}

/** Divides a cell that the page draws as one line between the columns below it. */
function addParts(cell: Cell, columns: Column[], texts: string[][]): void {
  for (const line of cell) {
    const parts = new Map<number, TextRun[]>();
    for (const run of line.runs) {
      const index = nearest(columns, run);
      parts.set(index, [...(parts.get(index) ?? []), run]);
    }
    for (const [index, runs] of parts) texts[index]?.push(joinRuns(runs).text);
  }
}

/** The column with the largest overlap; without any, the one with the smallest distance. */
function nearest(columns: Column[], box: Column): number {
  let best = 0;
  columns.forEach((column, index) => {
    if (overlapOf(column, box) > overlapOf(columns[best], box)) best = index;
  });
  return best;
}

/** Negative when they do not overlap: the distance. */
function overlapOf(a: Column | undefined, b: Column): number {
  return a ? Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) : Number.NEGATIVE_INFINITY;
}

function widthOf(column: Column | undefined): number {
  return column ? column.x1 - column.x0 : 0;
}

/** Joins ranges that touch. */
function merge(ranges: Column[]): Column[] {
  const merged: Column[] = [];
  for (const range of ranges.toSorted((a, b) => a.x0 - b.x0)) {
    const last = merged.at(-1);
    if (last && range.x0 - last.x1 < minGap) last.x1 = Math.max(last.x1, range.x1);
    else merged.push({ ...range });
  }
  return merged;
}

export function boxOf(cell: Cell): Column {
  return { x0: Math.min(...cell.map(({ x0 }) => x0)), x1: Math.max(...cell.map(({ x1 }) => x1)) };
}

export function cellText(cell: Cell): string {
  return cell.map(({ text }) => text).join(" ");
}

function isRightToLeft(segments: Segment[]): boolean {
  return segments.filter((segment) => segment.isRightToLeft).length * 2 > segments.length;
}
