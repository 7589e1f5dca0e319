const textHeader = /^content-type:[ \t]{0,20}text\/plain\b[^\r\n]{0,500}(?:\r?\n[ \t][^\r\n]{0,500}){0,5}/gim;
const flowed = /(format=[ \t]{0,5}"?)flowed\b/i;
const delSp = /delsp=[ \t]{0,5}"?yes\b/i;

/** An e-mail whose flowed lines (RFC 3676) are not joined by the parser, and a function that joins them. */
export interface WithFixedLines {
  bytes: Buffer;
  join: (text: string) => string;
}

/**
 * The parser joins flowed lines without regard to their quote marks, so an answer below a quoted line would become part of the quote.
 * Undefined for an e-mail without flowed lines.
 */
export function withFixedLines(raw: Buffer): WithFixedLines | undefined {
  if (!raw.includes("flowed")) return undefined;
  const found: string[] = [];
  const text = raw.toString("latin1").replace(textHeader, (header) => {
    if (flowed.test(header)) found.push(header);
    return header.replace(flowed, "$1fixed");
  });
  if (found.length === 0) return undefined;
  const deletes = found.some((header) => delSp.test(header));
  return { bytes: Buffer.from(text, "latin1"), join: (lines) => joinFlowed(lines, deletes) };
}

/** Joins a line that ends with a space to the next one of the same quote depth. */
function joinFlowed(text: string, deletesSpace: boolean): string {
  const parts: string[] = [];
  let open: number | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [marks] = /^>*/.exec(line) ?? [""];
    // One space in front protects a line that begins with ">" or "From"; before ">" it still does.
    const content = line.slice(marks.length).replace(/^ (?!>)/, "");
    const isFlowed = content.endsWith(" ") && content !== "-- ";
    const words = isFlowed && deletesSpace ? content.slice(0, -1) : content;
    if (open === marks.length) parts.push(words);
    else parts.push(parts.length > 0 ? "\n" : "", marks, marks && words ? " " : "", words);
    open = isFlowed ? marks.length : undefined;
  }
  return parts.join("");
}
