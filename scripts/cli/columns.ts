/** Lines with every column as wide as its widest cell. */
export function columns(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_cell, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
