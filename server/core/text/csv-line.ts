/** Tells spreadsheets that the file is UTF-8. Begins every file that {@link csvLine} writes. */
export const byteOrderMark = "\uFEFF";

/** Spreadsheets read these as numbers and lose digits beyond the 15th, or leading zeros. */
const longNumber = /^(?:\d{16,}|0\d+)$/;

/**
 * One line of a CSV file: every cell is quoted. Text that a spreadsheet would read as a formula, or as a number that it would change, gets
 * an apostrophe and stays text. White space before a formula does not help it.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(text: string): string {
  const isNumber = /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text) && !longNumber.test(text);
  const isUnsafe = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) || longNumber.test(text);
  const safe = isUnsafe && !isNumber ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
