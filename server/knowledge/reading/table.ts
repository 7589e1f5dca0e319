/** A cell as a file describes it, before the spans are filled. */
export interface Cell {
  text: string;
  /** Rows and columns that the cell covers; 1 when absent, and 0 for all rows below. */
  rowSpan?: number;
  columnSpan?: number;
}

/** A table as a grid: a value has the same index in its row as the name of its column in the header. */
export interface Table {
  caption: string | null;
  /** The header rows, the outermost first; empty when the table has no header. */
  header: string[][];
  /** The rows. A row with one cell in a table of several columns is a label of the rows below it. */
  rows: string[][];
}

/** Most columns of a table; further cells are joined into the last column. */
const maxColumns = 200;
/** Most characters that spans may add to a table; one for each cell. Further spans are ignored. */
const maxFilledChars = 1_000_000;

/**
 * Fills the spans of a table: a value that covers several rows or columns is repeated in each, so that every row can be read alone. A cell
 * over the whole width stays alone in its row.
 */
export function fillSpans(rows: Cell[][]): string[][] {
  const width = countColumns(rows);
  /** Values that cover the next rows, by column. */
  const above: ({ text: string; rows: number } | undefined)[] = [];
  let left = maxFilledChars;
  return rows.map((row) => {
    const filled: string[] = [];
    const covered = takeCovered(above);
    for (const text of covered) left -= text === undefined ? 0 : text.length + 1;
    if (left <= 0) above.length = 0;
    // A row without its own cells would only repeat the one above it.
    if (row.length === 0) return [];
    const fillCovered = () => {
      for (let text = covered[filled.length]; text !== undefined; text = covered[filled.length]) filled.push(text);
    };
    for (const cell of row) {
      fillCovered();
      const columns = clampSpan(cell.columnSpan, Math.max(1, width - filled.length));
      if (columns >= width && width > 1 && row.length === 1 && (cell.rowSpan ?? 1) === 1) return [cell.text];
      if (filled.length >= maxColumns) {
        filled.push(`${filled.pop() ?? ""} ${cell.text}`.trim());
        continue;
      }
      for (let index = 0; index < (left > 0 ? columns : 1); index += 1) {
        const below = left > 0 ? rowsBelow(cell.rowSpan, rows.length) : 0;
        if (below > 0) above[filled.length] = { text: cell.text, rows: below };
        filled.push(cell.text);
        if (index > 0) left -= cell.text.length + 1;
      }
    }
    fillCovered();
    return filled;
  });
}

/** The values that reach into the next row from above, by column. */
function takeCovered(above: ({ text: string; rows: number } | undefined)[]): (string | undefined)[] {
  return above.map((value, column) => {
    if (value === undefined) return undefined;
    above[column] = value.rows > 1 ? { ...value, rows: value.rows - 1 } : undefined;
    return value.text;
  });
}

/** The columns in which a cell starts. Authors write larger spans than their table has columns. */
function countColumns(rows: Cell[][]): number {
  let covered: number[] = [];
  let last = 0;
  for (const row of rows) {
    const below = covered.map((count) => Math.max(0, count - 1));
    let column = 0;
    for (const { rowSpan, columnSpan } of row) {
      while ((covered[column] ?? 0) > 0) column += 1;
      last = Math.max(last, Math.min(column, maxColumns - 1));
      const end = Math.min(maxColumns, column + clampSpan(columnSpan, maxColumns));
      for (; column < end; column += 1) below[column] = Math.max(below[column] ?? 0, rowsBelow(rowSpan, rows.length));
    }
    covered = below;
  }
  return last + 1;
}

function rowsBelow(rowSpan: number | undefined, rows: number): number {
  return clampSpan(rowSpan === 0 ? rows : rowSpan, rows) - 1;
}

function widest(widths: number[]): number {
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

function clampSpan(span: number | undefined, limit: number): number {
  return Math.min(Math.max(1, Math.trunc(span ?? 1) || 1), limit);
}

/**
 * Makes a table of filled rows. Without marked header rows, the first row is the header if it names columns: it has no number, and a row
 * below it has one. Rows without text are dropped. @param headerRows number of marked header rows
 */
export function tableOf(rows: string[][], headerRows = 0, caption: string | null = null): Table {
  const names = rows.findIndex((row) => row.length > 1);
  const label = rows.findIndex((row, index) => row.length === 1 && index > names);
  // A row with one cell below the names labels the rows below it.
  const end = names >= 0 && label >= 0 ? Math.min(headerRows, label) : headerRows;
  const marked = rows.slice(0, end).filter(hasText);
  const body = rows.slice(end).filter(hasText);
  if (marked.length > 0 || !isNaming(body)) return { caption, header: marked, rows: body };
  return { caption, header: body.slice(0, 1), rows: body.slice(1) };
}

/** True when the first row names the columns of the others. */
function isNaming([first = [], ...others]: string[][]): boolean {
  return first.length > 1 && !first.some(hasDigit) && others.some((row) => row.length > 1 && row.some(hasDigit));
}

function hasDigit(text: string): boolean {
  return /\p{N}/u.test(text);
}

function hasText(row: string[]): boolean {
  return row.some((cell) => cell.trim() !== "");
}

/** The header as one row; null for a table without a header. Names of several header rows are joined per column: `Price: Express`. */
export function headerOf({ header }: Table): string[] | null {
  if (header.length === 0) return null;
  // A title over all columns comes before the names of the columns.
  const titles = header.length > 1 ? header.filter((row) => row.length === 1).flat() : [];
  const names = header.filter((row) => header.length === 1 || row.length > 1);
  if (names.length === 0) return titles;
  const columns = Array.from({ length: widest(names.map((row) => row.length)) }, (_, column) =>
    [...new Set(names.map((row) => row[column] ?? ""))].filter((name) => name !== "").join(": "),
  );
  const [first = "", ...others] = columns;
  return [[...titles, first].filter((name) => name !== "").join(": "), ...others];
}

/** A row in Markdown: `| one | two |`. */
function rowText(row: string[]): string {
  return `| ${row.map((cell) => cell.replace(/\s+/g, " ").trim().replaceAll("|", "/")).join(" | ")} |`;
}

/** The lines of a table as a passage shows them: caption, header and rows. */
export function tableLines(table: Table): { lead: string[]; rows: string[] } {
  const header = headerOf(table);
  const caption = table.caption === null ? [] : [table.caption];
  return { lead: [...caption, ...(header ? [rowText(header)] : [])], rows: table.rows.map(rowText) };
}

/** True for a row that labels the rows below it. */
export function isLabelRow({ header, rows }: Table, index: number): boolean {
  if (rows[index]?.length !== 1) return false;
  return (header.at(-1) ?? rows[index + 1] ?? rows[index - 1] ?? []).length > 1;
}
