import type { Block } from "../extract/blocks.ts";
import { tableOf } from "../table.ts";
import type { Band, Cell } from "./bands.ts";

const minRows = 3;
/** Largest difference between the left edges of cells in the same column, in points. */
const sameColumn = 12;
/** Largest distance between a row's last line and the next row, in letter heights. */
const maxRowGap = 3.5;
/** Most characters per cell on average. Longer cells are columns of prose. */
const maxCellChars = 90;
/** Most characters beside a number. Numbers with more text are numbered paragraphs. */
const maxNumberedChars = 30;
/** Least share of rows with several cells, and of cells that are below another cell. */
const minShare = 0.7;

type Table = Extract<Block, { type: "table" }>;

/** Finds bands that form columns, from `start` on. @returns the table and the band after its last one; undefined when there is no table. */
export function tableAt(bands: Band[], start: number, page: number): { block: Table; end: number } | undefined {
  let end = start;
  while (end < bands.length && belongs(bands, end, start)) end += 1;
  const found = bands.slice(start, end);
  const wide = found.filter((band) => band.length >= 2);
  if (found.length < minRows || wide.length < found.length * minShare) return undefined;
  const cells = wide.flatMap((band) => band.slice(1));
  const usualChars = cells.reduce((sum, cell) => sum + cellText(cell).length, 0) / cells.length;
  const isNumbered = wide.every((band) => band.length === 2 && isLabel(band[0] ?? []));
  if (usualChars > (isNumbered ? maxNumberedChars : maxCellChars) || !isAligned(wide)) return undefined;
  return { block: { type: "table", ...tableOf(found.map((band) => band.map(cellText))), page }, end };
}

function belongs(bands: Band[], index: number, start: number): boolean {
  const band = bands[index];
  const before = bands[index - 1];
  if (!band) return false;
  if (index === start) return band.length >= 2;
  if (before) {
    const distance = topOf(band) - Math.max(...before.map((cell) => cell.at(-1)?.y ?? 0));
    if (distance < 0 || distance > (band[0]?.[0]?.size ?? 0) * maxRowGap) return false;
  }
  return band.length >= 2 || (bands[index + 1]?.length ?? 0) >= 2;
}

/** True when most cells start (or end, for numbers) where a cell of another row starts or ends. */
function isAligned(rows: Band[]): boolean {
  const cells = rows.flatMap((row) => row.slice(1).map((cell) => ({ cell, row })));
  const aligned = cells.filter(({ cell, row }) =>
    rows.some((other) => other !== row && other.some((each) => isUnder(each, cell))),
  );
  return aligned.length >= cells.length * minShare;
}

function isUnder(a: Cell, b: Cell): boolean {
  const [left, right] = [boxOf(a), boxOf(b)];
  const middle = Math.abs((left.x0 + left.x1) / 2 - (right.x0 + right.x1) / 2);
  return (
    Math.abs(left.x0 - right.x0) <= sameColumn || Math.abs(left.x1 - right.x1) <= sameColumn || middle <= sameColumn
  );
}

function boxOf(cell: Cell): { x0: number; x1: number } {
  return { x0: Math.min(...cell.map(({ x0 }) => x0)), x1: Math.max(...cell.map(({ x1 }) => x1)) };
}

/** True for a number, letter or dot in front of a paragraph. */
export function isLabel(cell: Cell): boolean {
  return (
    cell.length === 1 &&
    /^(?:[\p{P}\p{S}]|[([]?(?:\d{1,4}|[a-z]|[ivxlc]{1,6})(?:[.)\]-]|(?<=\.)\d{1,3}(?!\d))*)$/iu.test(
      cell[0]?.text ?? "",
    )
  );
}

function topOf(band: Band): number {
  return band[0]?.[0]?.y ?? 0;
}

function cellText(cell: Cell): string {
  return cell.map(({ text }) => text).join(" ");
}
