import type { Band } from "./bands.ts";
import type { Segment } from "./lines.ts";

/** Fewest lines of the shortest column, and least average length of its lines, in characters. */
const minLines = 3;
const minChars = 15;
/** Largest difference of the left edges, or of the middles, of a column's lines, in points. */
const sameEdge = 3;
/** Largest distance between lines, in letter heights. */
const maxLineGap = 2;
/** Least share of lines that go on with the sentence of the line above, and least usual width of a line, as a share of its column. */
const minFlow = 0.4;
const minFill = 0.7;

/**
 * Short columns of prose that the page draws line by line, across the columns. They look like a table, but the sentences go on in the line
 * below. @returns the lines of each column, and the band after the last one; undefined when the bands are none.
 */
export function proseColumnsAt(bands: Band[], start: number): { columns: Segment[][]; end: number } | undefined {
  const first = bands[start] ?? [];
  if (first.length < 2 || first.some((cell) => cell.length > 1)) return undefined;
  const columns = first.map((cell) => [...cell]).sort((a, b) => (a[0]?.x0 ?? 0) - (b[0]?.x0 ?? 0));
  let end = start + 1;
  for (; end < bands.length; end += 1) {
    const places = (bands[end] ?? []).map((cell) => columns.findIndex((column) => continues(column, cell)));
    // A column that has ended stays empty.
    if (places.length === 0 || places.includes(-1) || new Set(places).size < places.length) break;
    for (const [index, cell] of (bands[end] ?? []).entries()) columns[places[index] ?? 0]?.push(...cell);
  }
  return columns.every(isProse) ? { columns, end } : undefined;
}

function continues(column: Segment[], cell: Segment[]): boolean {
  const [first, last, line] = [column[0], column.at(-1), cell[0]];
  if (!first || !last || !line || cell.length > 1) return false;
  const isCentred = Math.abs(line.x0 + line.x1 - first.x0 - first.x1) <= sameEdge * 2;
  if (!isCentred && Math.abs(line.x0 - first.x0) > sameEdge) return false;
  return line.y - last.y > 0 && line.y - last.y <= Math.max(line.size, last.size) * maxLineGap;
}

function isProse(lines: Segment[]): boolean {
  if (lines.length < minLines) return false;
  const width = Math.max(...lines.map(({ x1 }) => x1)) - Math.min(...lines.map(({ x0 }) => x0));
  const fills = lines.map(({ x0, x1 }) => (x1 - x0) / Math.max(width, 1)).sort((a, b) => a - b);
  const chars = lines.reduce((sum, { text }) => sum + text.length, 0) / lines.length;
  const flowing = lines.slice(1).filter(({ text }, index) => goesOn(lines[index]?.text ?? "", text));
  return (
    chars >= minChars &&
    (fills[Math.floor(fills.length / 2)] ?? 0) >= minFill &&
    flowing.length >= (lines.length - 1) * minFlow
  );
}

/** Letters of scripts without capitals count too. */
function goesOn(before: string, after: string): boolean {
  return /^["'“„(]?[\p{Ll}\p{Lo}]/u.test(after) && !/[.!?:;。！？]["'”’)]*$/u.test(before);
}
