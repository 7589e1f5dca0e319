import { type Span, sentenceSpans, trimSpan } from "../../text/sentences.ts";

/** Part of a passage that is quoted as a whole. Offsets are into the passage's text. */
export interface Unit extends Span {
  kind: "sentence" | "list" | "code" | "table";
  /** Lines of a list or table, each with its own place. */
  lines: Span[];
  /** Number of the block it stands in: sentences of one paragraph share it. */
  block: number;
  /** A sentence that announces what follows it ("To do so:") and must not stand without it. */
  announces: boolean;
  /** Words of a heading line above it inside the passage. */
  label: string;
  /** The part to cite when only some lines are shown. */
  quote?: Span;
}

const itemLine = /^[ \t]*(?:[-*+•]|\d{1,4}[.)])[ \t]+\S/;
const tableLine = /^[ \t]*\|.*\|[ \t]*$/;
const fenceLine = /^[ \t]*(?:```|~~~)/;
const headingLine = /^[ \t]*#{1,6}[ \t]+/;
/** Lines of markup that say nothing themselves: rules, table delimiters, components, pictures alone. */
const emptyLine = /^(?:[-*_=|: ]{3,}|<\/?[\w-]+(?![\w-])[^<>]*>|!\[[^[\]]*\]\([^()]*\)|:::.*)?$/;
/** A line without an end of sentence, this short, above text: a heading that lost its marks. */
const maxLabelChars = 90;
/** Nobody breaks lines that are shorter: "St. Mary's Hall" stands above "open daily". */
const leastBroken = 40;
const leastFull = 60;

interface Line extends Span {
  type: "text" | "item" | "table" | "code" | "label" | "blank";
  /** A label without marks of a heading: what stands right below it is none. */
  unmarked?: boolean;
}

/** Cuts a passage into sentences, whole lists, code and tables. */
export function unitsOf(text: string): Unit[] {
  const lines = typedLines(text);
  const units: Unit[] = [];
  let label = "";
  let block = 0;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index];
    if (!line) break;
    const run = runFrom(lines, index);
    const span = { start: line.start, end: run.at(-1)?.end ?? line.end };
    if (line.type === "label") label = text.slice(line.start, line.end).replace(headingLine, "").trim();
    else if (line.type === "text") units.push(...sentences(text, span, { block, label }));
    else if (line.type !== "blank") {
      const kind = line.type === "item" ? "list" : line.type;
      units.push({
        ...trimSpan(text, span),
        kind,
        lines: line.type === "item" ? itemSpans(text, run) : run.filter(({ type }) => type !== "blank"),
        block,
        announces: false,
        label,
      });
    }
    if (line.type !== "blank") block += 1;
    index += run.length;
  }
  return joinAnnouncements(text, joinBrokenLists(text, units));
}

/** Lines of the same type that belong together; blank lines inside a list do not end it. */
function runFrom(lines: Line[], from: number): Line[] {
  const type = lines[from]?.type;
  let to = from + 1;
  if (type === "label" || type === "blank") return lines.slice(from, to);
  while (to < lines.length) {
    if (lines[to]?.type === type) to += 1;
    else if (lines[to + 1]?.type === type && joins(type, lines[to])) to += 2;
    else break;
  }
  return lines.slice(from, to);
}

/** A blank line inside a list, and the delimiter row between the header of a table and its rows, which is not empty. */
function joins(type: Line["type"] | undefined, between: Line | undefined): boolean {
  if (between?.type !== "blank") return false;
  return type === "item" || (type === "table" && between.end > between.start);
}

function typedLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let inCode = false;
  const raw = text.split("\n");
  for (const [index, content] of raw.entries()) {
    const end = start + content.length;
    const fence = fenceLine.test(content);
    if (fence || inCode) lines.push({ start, end, type: "code" });
    else {
      const type = typeOf(content, { previous: lines.at(-1), next: raw[index + 1] ?? "" });
      lines.push({ start, end, type, ...(type === "label" && { unmarked: !headingLine.test(content) }) });
    }
    if (fence) inCode = !inCode;
    start = end + 1;
  }
  return lines;
}

function typeOf(content: string, { previous, next }: { previous: Line | undefined; next: string }): Line["type"] {
  if (headingLine.test(content)) return "label";
  if (tableLine.test(content)) return /[\p{L}\p{N}]/u.test(content) ? "table" : "blank";
  if (emptyLine.test(content.trim())) return "blank";
  if (itemLine.test(content)) return "item";
  // Text indented below an item belongs to it.
  if (previous?.type === "item" && /^[ \t]{2,}\S/.test(content)) return "item";
  const bare = content.trim();
  // Below a label that only looks like one stands its text: the lines of an address are no headings of each other.
  const startsBlock =
    previous === undefined || previous.type === "blank" || (previous.type === "label" && !previous.unmarked);
  const isLabel =
    startsBlock && next.trim() !== "" && bare.length <= maxLabelChars && !/[.!:;,。！：]["')\]]?$/.test(bare);
  return isLabel && !goesOn(bare, next.trim()) ? "label" : "text";
}

/**
 * The first line of a paragraph with broken lines: a sentence ends in it, the line below goes on in the middle of one, or its first word had no
 * room in a line as long as these.
 */
function goesOn(line: string, next: string): boolean {
  if (line.length < leastBroken || line.endsWith("?") || isTitle(line)) return false;
  if (/\p{Ll}{2}[.!?]["')\]]*\s+[\p{Lu}["'([]/u.test(line) || /^[\p{Ll}(]/u.test(next)) return true;
  const [word = ""] = next.split(" ");
  return line.length >= leastFull && next.length >= leastBroken && line.length + 1 + word.length > next.length;
}

/** Most of its longer words have a capital letter. */
function isTitle(line: string): boolean {
  const words = line.match(/\p{L}{4,}/gu) ?? [];
  return words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length / 2;
}

function sentences(text: string, span: Span, { block, label }: { block: number; label: string }): Unit[] {
  return sentenceSpans(text, span).map(({ start, end }) => ({
    start,
    end,
    kind: "sentence" as const,
    lines: [],
    block,
    announces: /[:：]["')*_]*$/.test(text.slice(start, end)),
    label,
  }));
}

/** One span per item, its indented lines and nested items included. */
function itemSpans(text: string, run: Line[]): Span[] {
  const items: Span[] = [];
  for (const line of run) {
    if (line.type === "blank") continue;
    const last = items.at(-1);
    if (last && !itemLine.test(text.slice(line.start, line.end))) last.end = line.end;
    else items.push({ start: line.start, end: line.end });
  }
  return items;
}

/** Longest remark between two steps that is still part of the list. */
const maxRemarkChars = 300;

/** Numbered steps with a remark between them are one list; the remark belongs to the step above it. */
function joinBrokenLists(text: string, units: Unit[]): Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const list = joined.findLast((each) => each.kind === "list");
    const between = list ? joined.slice(joined.indexOf(list) + 1) : [];
    if (list && isOrdered(text, list) && isOrdered(text, unit) && isRemark(text, { list, between, next: unit })) {
      const lastLine = list.lines.at(-1);
      if (lastLine && between.length > 0) lastLine.end = between.at(-1)?.end ?? lastLine.end;
      joined.length -= between.length;
      joined[joined.length - 1] = { ...list, end: unit.end, lines: [...list.lines, ...unit.lines] };
    } else joined.push(unit);
  }
  return joined;
}

function isOrdered(text: string, unit: Unit): boolean {
  return unit.kind === "list" && /^[ \t]*\d+[.)]/.test(text.slice(unit.start, unit.end));
}

function isRemark(text: string, { list, between, next }: { list: Unit; between: Unit[]; next: Unit }): boolean {
  if (next.start - list.end > maxRemarkChars || next.label !== list.label) return false;
  return (
    between.length > 0 &&
    between.every((each) => each.kind === "sentence" && !each.announces) &&
    !/(?<!\s)[^\S\n]*\n[^\S\n]*\n\s*$/.test(text.slice(between.at(-1)?.end ?? 0, next.start))
  );
}

/** "Follow these steps:" and the list right below it become one unit. */
function joinAnnouncements(text: string, units: Unit[]): Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const before = joined.at(-1);
    const near = before && text.slice(before.end, unit.start).trim() === "" && before.block === unit.block - 1;
    if (unit.kind !== "sentence" && near && before.kind === "sentence" && (before.announces || unit.kind === "list")) {
      joined[joined.length - 1] = { ...unit, start: before.start, block: before.block, label: before.label };
    } else joined.push(unit);
  }
  return joined;
}
