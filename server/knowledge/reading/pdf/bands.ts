import { type Row, rowsOf, type Segment } from "./lines.ts";

/** Lines that the page draws one below another: a paragraph, or a table cell with several lines. */
export type Cell = Segment[];

/** Cells side by side whose first lines are at the same height. Usually there is only one. */
export type Band = Cell[];

/** Largest distances, in letter heights: between lines of one cell, and between the first lines of a band. */
const maxLineGap = 2.2;
const sameTop = 0.6;
/** Largest share of upward jumps. Above it, the drawing order is not the reading order. */
const maxJumps = 0.15;
const allowedJumps = 4;

/** The bands of a page or column. Nearly all pages draw their text in reading order; where the order jumps, the position decides. */
export function bandsOf(segments: Segment[]): Band[] {
  const bands = joinBands(cellsOf(segments));
  const jumps = bands.filter(
    (band, index) => index > 0 && topOf(band) < topOf(bands[index - 1] ?? band) - sizeOf(band),
  );
  if (jumps.length <= Math.max(allowedJumps, bands.length * maxJumps)) return bands;
  return rowsOf(segments).map((row: Row) => row.cells.map((cell) => [cell]));
}

function cellsOf(segments: Segment[]): Cell[] {
  const cells: Cell[] = [];
  segments.forEach((segment, index) => {
    const cell = cells.at(-1);
    const last = cell?.at(-1);
    // A line with text beside it starts its own row.
    const beside = segments[index + 1];
    const isRow = beside && Math.abs(beside.y - segment.y) <= segment.size * sameTop;
    if (cell && last && !isRow && isBelow(segment, last)) cell.push(segment);
    else cells.push([segment]);
  });
  return cells;
}

function isBelow(segment: Segment, last: Segment): boolean {
  const distance = segment.y - last.y;
  const size = Math.max(segment.size, last.size);
  return distance > size * sameTop && distance <= size * maxLineGap && segment.x0 < last.x1 && last.x0 < segment.x1;
}

function joinBands(cells: Cell[]): Band[] {
  const bands: Band[] = [];
  for (const cell of cells) {
    const band = bands.at(-1);
    if (band && belongs(cell, band)) band.push(cell);
    else bands.push([cell]);
  }
  return bands;
}

function belongs(cell: Cell, band: Band): boolean {
  if (Math.abs(topOf([cell]) - topOf(band)) > sizeOf(band) * sameTop) return false;
  return band.every((other) =>
    cell.every(({ x0, x1 }) => other.every((line) => x1 <= line.x0 + 1 || x0 >= line.x1 - 1)),
  );
}

function topOf(band: Band): number {
  return band[0]?.[0]?.y ?? 0;
}

function sizeOf(band: Band): number {
  return band[0]?.[0]?.size ?? 0;
}
