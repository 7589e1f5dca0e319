import { read, type WorkSheet } from "@e965/xlsx";
import JSZip from "jszip";
import type { FileInHand } from "../child/read-file.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { type Block, blockText, cleanText, countVisible, coverageOf } from "../extract/blocks.ts";
import type { Reading } from "../parsers/parsed-file.ts";
import { tableOf } from "../table.ts";
import { officeParts } from "./office-parts.ts";

/** Most rows of a sheet and columns of a table. Further ones are left out with a note. */
const maxRows = 20_000;
const maxColumns = 200;
/** Most cells that one merged area fills with its value. */
const maxMerged = 1_000;

const wanted =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?!media\/|drawings\/|charts\/|theme\/).*\.(?:xml|rels))$/i;

/** Reads a spreadsheet: each visible sheet is a heading with its tables, without hidden rows and columns, with dates and numbers as the program shows them. */
export async function readXlsx({ bytes }: Pick<FileInHand, "bytes">): Promise<Reading> {
  const archive = new JSZip();
  for (const [name, content] of officeParts(bytes, wanted)) archive.file(name, content);
  const data = await archive.generateAsync({ type: "uint8array", compression: "STORE" });
  const book = parse(data);
  const blocks: Block[] = [];
  const notes: string[] = [];
  let lost = 0;
  const hidden = { sheets: 0, rows: 0, columns: 0 };
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name];
    const { rows, ...left } = visibleRows(sheet ? rowsOf(sheet) : [], sheet);
    const isHidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    const found = blocksOf(rows);
    if (found.length === 0 && left.lost === 0) continue;
    if (isHidden) {
      hidden.sheets += 1;
      lost += countVisible(found.map(blockText).join(" "));
      continue;
    }
    hidden.rows += left.hiddenRows;
    hidden.columns += left.hiddenColumns;
    lost += left.lost;
    if (found.length === 0) continue;
    blocks.push({ type: "heading", level: 2, text: cleanText(name).trim() || `Sheet ${index + 1}` }, ...found);
    if (rows.length >= maxRows && notes.length < 20) notes.push(`Only the first ${maxRows} rows of a sheet were read.`);
  }
  for (const [what, count] of Object.entries(hidden))
    if (count > 0) notes.push(`Hidden ${what} were left out: ${count}.`);
  const visible = countVisible(blocks.map(blockText).join(" "));
  return {
    format: "xlsx",
    extraction: { title: null, blocks, coverage: coverageOf(blocks, visible + lost) },
    pages: 1,
    notes,
  };
}

function parse(data: Uint8Array) {
  try {
    return read(data, {
      type: "array",
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellStyles: true,
      sheetRows: maxRows,
    });
  } catch (cause) {
    throw new UnreadableFile("The file is damaged: its sheets could not be read.", cause);
  }
}

/** The texts of a sheet. Reads the cells that exist, because a sheet may claim a million rows. */
function rowsOf(sheet: WorkSheet): string[][] {
  const data = sheet["!data"] ?? [];
  const rows: string[][] = [];
  data.slice(0, maxRows).forEach((cells, row) => {
    const texts: string[] = [];
    cells?.slice(0, maxColumns).forEach((cell, column) => {
      texts[column] = cleanText(cell?.w ?? String(cell?.v ?? ""))
        .replace(/\s+/g, " ")
        .trim();
    });
    rows[row] = Array.from(texts, (text) => text ?? "");
  });
  for (const { s: from, e: to } of sheet["!merges"] ?? []) fillMerged(rows, from, to);
  return Array.from(rows, (row) => row ?? []);
}

/** The rows without what is hidden in them, which includes rows that a filter hides. Counts only what has text. */
function visibleRows(rows: string[][], sheet: WorkSheet | undefined) {
  const hasText = (cells: string[]) => cells.some((cell) => cell !== "");
  const isHiddenRow = (_: unknown, row: number) => sheet?.["!rows"]?.[row]?.hidden === true;
  const isHiddenColumn = (_: unknown, column: number) => sheet?.["!cols"]?.[column]?.hidden === true;
  const out = rows.filter(isHiddenRow).filter(hasText);
  const shown = rows.filter((row, index) => !isHiddenRow(row, index));
  const width = shown.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => isHiddenColumn(null, column));
  const cut = columns.map((column) => shown.map((row) => row[column] ?? "")).filter(hasText);
  return {
    rows:
      columns.length === 0 ? shown : shown.map((row) => row.filter((cell, column) => !isHiddenColumn(cell, column))),
    hiddenRows: out.length,
    hiddenColumns: cut.length,
    lost: countVisible([...out, ...cut].flat().join(" ")),
  };
}

interface Place {
  r: number;
  c: number;
}

/** A value that covers several rows or columns is repeated, except a title over a whole line. */
function fillMerged(rows: string[][], from: Place, to: Place): void {
  const text = rows[from.r]?.[from.c] ?? "";
  const isAlone = from.r === to.r && (rows[from.r] ?? []).every((cell, column) => cell === "" || column === from.c);
  if (text === "" || isAlone || (to.r - from.r + 1) * (to.c - from.c + 1) > maxMerged) return;
  for (let row = from.r; row <= Math.min(to.r, rows.length - 1); row += 1) {
    const cells = rows[row];
    if (!cells) continue;
    for (let column = from.c; column <= Math.min(to.c, maxColumns - 1); column += 1) cells[column] = text;
    rows[row] = Array.from(cells, (cell) => cell ?? "");
  }
}

/** Tables and lines of text, divided by empty rows. */
function blocksOf(rows: string[][]): Block[] {
  const blocks: Block[] = [];
  let group: string[][] = [];
  const flush = () => {
    blocks.push(...blocksOfGroup(group));
    group = [];
  };
  for (const row of rows) {
    if (row.some((cell) => cell !== "")) group.push(row);
    else flush();
  }
  flush();
  return blocks;
}

function blocksOfGroup(group: string[][]): Block[] {
  const start = group.findIndex((row) => row.filter((cell) => cell !== "").length > 1);
  const lines = start < 0 ? group : group.slice(0, start);
  const texts = lines.map((row): Block => ({ type: "paragraph", text: row.filter((cell) => cell !== "").join(" ") }));
  if (start < 0) return texts;
  const rows = group.slice(start);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const first = rows.reduce(
    (least, row) =>
      Math.min(
        least,
        row.findIndex((cell) => cell !== ""),
      ),
    width,
  );
  const grid = rows.map((row) => Array.from({ length: width - first }, (_, column) => row[first + column] ?? ""));
  const [names = []] = grid;
  // The first row names the columns when each of them has another text in it.
  const isHeader =
    grid.length > 1 && names.every((name) => /\p{L}/u.test(name)) && new Set(names).size === names.length;
  return [...texts, { type: "table", ...tableOf(grid, isHeader ? 1 : 0) }];
}
