import { type Cell, fillSpans, type Table, tableOf } from "../table.ts";
import { cleanText } from "./blocks.ts";

/** The parts of the DOM that the readers of HTML use; linkedom's types need the browser's type library. */
export interface DomNode {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<DomNode>;
  parentNode?: DomNode | null;
  getAttribute?(name: string): string | null;
  querySelectorAll?(selector: string): Iterable<DomNode>;
}

/** True for a table that arranges parts of the page: its cells are read as ordinary blocks. */
export function isLayoutTable(table: DomNode): boolean {
  return (
    [...(table.querySelectorAll?.("table") ?? [])].length > 0 || rowsOf(table).every((row) => cellsOf(row).length <= 1)
  );
}

/** The table, or several where a row names the columns anew. */
export function tablesOf(table: DomNode): Table[] {
  const rows = rowsOf(table);
  const filled = fillSpans(rows.map((row) => cellsOf(row).map(cellOf)));
  const isHeader = rows.map(isHeaderRow);
  if (!isHeader.includes(true) && rows.length > 1) isHeader[0] = isBoldRow(rows[0]) && !isBoldRow(rows[1]);
  const tables: Table[] = [];
  for (let at = 0; at < rows.length; ) {
    let body = at;
    while (isHeader[body]) body += 1;
    let end = body;
    while (end < rows.length && !(isHeader[end] && (filled[end]?.length ?? 0) > 1)) end += 1;
    tables.push(tableOf(filled.slice(at, end), body - at, captionOf(table)));
    at = end;
  }
  return tables.filter(({ header, rows: body }) => header.length + body.length > 0);
}

function rowsOf(table: DomNode): DomNode[] {
  return [...(table.querySelectorAll?.("tr") ?? [])];
}

function captionOf(table: DomNode): string | null {
  const caption = [...table.childNodes].find(({ nodeName }) => nodeName.toUpperCase() === "CAPTION");
  return (caption && oneLine(lineText(caption))) || null;
}

function isHeaderRow(row: DomNode): boolean {
  const cells = cellsOf(row);
  const isInHead = row.parentNode?.nodeName.toUpperCase() === "THEAD";
  const names = cells.filter((cell) => cell.nodeName.toUpperCase() === "TH");
  // The corner above the names of the rows may be an ordinary cell.
  const isNamed =
    names.length > 1 && cells.every((cell) => names.includes(cell) || (cell.textContent ?? "").trim() === "");
  return isInHead || (cells.length > 0 && names.length === cells.length) || isNamed;
}

/** True for a row of several cells whose text is bold. */
function isBoldRow(row: DomNode | undefined): boolean {
  const cells = row ? cellsOf(row) : [];
  const isBold = (cell: DomNode) => {
    const bold = [...(cell.querySelectorAll?.("b,strong") ?? [])].map((part) => part.textContent ?? "").join("");
    const text = (cell.textContent ?? "").replace(/\s+/g, "");
    return text !== "" && bold.replace(/\s+/g, "") === text;
  };
  return cells.length > 1 && cells.every(isBold);
}

function cellsOf(row: DomNode): DomNode[] {
  return [...row.childNodes].filter((cell) => /^T[HD]$/i.test(cell.nodeName));
}

function cellOf(cell: DomNode): Cell {
  const spanOf = (name: string) => Number(cell.getAttribute?.(name) ?? 1);
  return { text: oneLine(lineText(cell)), rowSpan: spanOf("rowspan"), columnSpan: spanOf("colspan") };
}

/** A text without line breaks and invisible characters. */
export function oneLine(text: string): string {
  return tidy(text).replaceAll("\n", " ");
}

/** Lines without surrounding spaces, empty lines and invisible characters, also those that were written as entities. */
export function tidy(text: string): string {
  return (/^[\n\r -~]*$/.test(text) ? text : cleanText(text))
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Elements in a cell that start their own line. */
const ownLine = /^(?:BR|P|DIV|LI|UL|OL|DL|DT|DD|H[1-6]|TABLE|TR|TD|TH|BLOCKQUOTE|PRE|HR)$/i;
/** Deepest nesting in a cell; real cells are never that deep. */
const maxCellDepth = 100;

/** The text of a cell, with a space at each line break. */
function lineText(node: DomNode, depth = 0): string {
  if (node.nodeType === 3 || depth > maxCellDepth) return node.textContent ?? "";
  const text = [...node.childNodes].map((child) => lineText(child, depth + 1)).join("");
  return ownLine.test(node.nodeName) ? ` ${text} ` : text;
}
