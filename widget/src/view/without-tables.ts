/** A row of a table. */
const row = /^\s*\||\|\s*$/;
/** The fence of a code block. */
const fence = /^[\s>]*(```|~~~)/;

/** Markdown without its tables and blocks of code, which nobody can read as one line. */
export function withoutTables(markdown: string): string {
  let isCode = false;
  const lines = markdown.split("\n").filter((line) => {
    const isFence = fence.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode && !row.test(line);
  });
  return lines.join("\n");
}
