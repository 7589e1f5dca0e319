/** A quoted CSV field. Text that a spreadsheet would read as a formula is escaped. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replace(/"/g, '""')}"`;
}

/** Rows as CSV (RFC 4180), for spreadsheets. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(field).join(",")).join("\r\n");
}

/** Downloads a table as CSV. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  const address = URL.createObjectURL(new Blob(["\uFEFF", toCsv(rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
