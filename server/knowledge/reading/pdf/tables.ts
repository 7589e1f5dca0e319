import type { Block } from "../extract/blocks.ts";
import { tableOf } from "../table.ts";
import type { Band, Cell } from "./bands.ts";
import { boxOf, type Column, cellsIn, cellText, columnsOf, fitsColumns } from "./table-columns.ts";

const minRows = 3;
/** Largest difference between the left edges of cells in the same column, in points. */
const sameColumn = 12;
/** Largest distance between a row's last line and the next row, in letter heights. */
const maxRowGap = 3.5;
/** Most characters per cell on average. Longer cells are columns of prose. */
const maxCellChars = 90;
/** A longer cell is a paragraph, which ends the table. */
const maxLongestChars = 400;
/** Most characters beside a number. Numbers with more text are numbered paragraphs. */
const maxNumberedChars = 30;
/** Least share of rows with several cells, and of cells that are below another cell. */
const minShare = 0.7;

export type Table = Extract<Block, { type: "table" }>;

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
  return { block: tableBlock(found, page), end };
}

/** The columns of a table, to find its rows on the next page. */
const columnsOfTable = new WeakMap<Table, Column[]>();

/**
 * The rows at the top of a page that go on with the table at the end of the page before: all cells are in its columns. Also finds a single
 * row, which alone is no table.
 */
export function tableGoingOn(bands: Band[], before: Table, page: number): { block: Table; end: number } | undefined {
  const columns = columnsOfTable.get(before);
  if (!columns) return undefined;
  let end = 0;
  while (end < bands.length && fitsColumns(bands[end] ?? [], columns) && (end === 0 || belongs(bands, end, 0)))
    end += 1;
  if (end === 0) return undefined;
  const block: Table = { type: "table", caption: null, header: [], rows: rowsIn(bands.slice(0, end), columns), page };
  columnsOfTable.set(block, columns);
  return { block, end };
}

/** True when the second table has the columns of the first one. */
export function hasSameColumns(first: Table, second: Table): boolean {
  const [one, other] = [columnsOfTable.get(first), columnsOfTable.get(second)];
  return (
    one?.length === other?.length &&
    (one ?? []).every((column, index) => {
      const under = other?.[index];
      return under !== undefined && Math.min(column.x1, under.x1) > Math.max(column.x0, under.x0);
    })
  );
}

function tableBlock(found: Band[], page: number): Table {
  const columns = columnsOf(found);
  if (!columns) return { type: "table", ...tableOf(found.map((band) => band.map(cellText))), page };
  const block: Table = { type: "table", ...tableOf(rowsIn(found, columns)), page };
  columnsOfTable.set(block, columns);
  return block;
}

/** Rows of the names of columns, at the top of a table. */
const maxHeadRows = 2;
/** Largest distance of a cell's lines, in letter heights, and least growth of the distance between two rows. */
const maxLineGap = 1.35;
const minRowGrowth = 1.25;

/** The rows as a grid. A row without a first cell that is closer than rows are belongs to the cells above. */
function rowsIn(bands: Band[], columns: Column[]): string[][] {
  const rows: string[][] = [];
  const gaps = bands.slice(1).map((band, index) => topOf(band) - topOf(bands[index] ?? []));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  bands.forEach((band, index) => {
    const texts = cellsIn(band, columns, index < maxHeadRows);
    const gap = gaps[index - 1] ?? Number.POSITIVE_INFINITY;
    const isWrapped = gap <= (band[0]?.[0]?.size ?? 0) * maxLineGap && usual >= gap * minRowGrowth;
    const last = rows.at(-1);
    if (!last || !isWrapped || (texts[0] ?? "") !== "") rows.push(texts);
    else
      for (const [column, text] of texts.entries())
        if (text !== "") last.splice(column, 1, `${last[column] ?? ""} ${text}`.trim());
  });
  return rows;
}

function belongs(bands: Band[], index: number, start: number): boolean {
  const band = bands[index];
  const before = bands[index - 1];
  if (!band || band.some((cell) => cellText(cell).length > maxLongestChars)) return false;
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
