import type { TextRun } from "./text-runs.ts";

/** Contiguous text on one line: a line of a column, or a table cell. */
export interface Segment {
  text: string;
  x0: number;
  x1: number;
  y: number;
  size: number;
  isRightToLeft: boolean;
  /** The runs of the segment, from left to right: where it can be divided between the columns of a table. */
  runs: TextRun[];
}

/** Segments at the same height, in reading order. */
export interface Row {
  cells: Segment[];
  text: string;
  x0: number;
  x1: number;
  y: number;
  size: number;
}

/** In letter heights: the largest vertical offset of letters in one line (raised numbers), and the gaps between words and between cells. */
const offLine = 0.45;
const wordGap = 0.16;
const cellGap = 1.4;

const wide = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/u;

/** Joins consecutive runs of a line. */
export function segmentsOf(runs: TextRun[]): Segment[] {
  const segments: Segment[] = [];
  let open: TextRun[] = [];
  for (const run of runs) {
    const last = open.at(-1);
    if (last && !continues(last, run)) {
      segments.push(joinRuns(open));
      open = [];
    }
    open.push(run);
  }
  if (open.length > 0) segments.push(joinRuns(open));
  return segments.filter(({ text }) => text !== "");
}

function continues(last: TextRun, run: TextRun): boolean {
  const size = Math.max(last.size, run.size);
  if (Math.abs(last.y - run.y) > size * offLine) return false;
  // In right-to-left text the next word is left of the last one.
  const gap = run.x0 >= last.x0 ? run.x0 - last.x1 : last.x0 - run.x1;
  if (run.x0 < last.x0 && !last.isRightToLeft && !run.isRightToLeft)
    return gap > -size && run.x1 <= last.x0 + size * 0.2 && gap < wordGap * size;
  return gap <= size * cellGap && gap > -size * 2;
}

/** Joins runs of one line. Also used for the parts of a segment. */
export function joinRuns(runs: TextRun[]): Segment {
  const main = runs.reduce((best, run) => (run.text.length > best.text.length ? run : best));
  const lettersOf = (group: TextRun[]) => group.reduce((sum, run) => sum + run.text.length, 0);
  const isRightToLeft = lettersOf(runs.filter((run) => run.isRightToLeft)) * 2 >= lettersOf(runs);
  const sorted = [...runs].sort((a, b) => a.x0 - b.x0);
  const ordered = isRightToLeft ? fromRight(sorted) : sorted;
  let text = "";
  ordered.forEach((run, index) => {
    const before = ordered[index - 1];
    if (before && needsSpace(before, run, text)) text += " ";
    text += run.text;
  });
  return {
    text: text.replace(/\s+/g, " ").trim(),
    x0: Math.min(...runs.map((run) => run.x0)),
    x1: Math.max(...runs.map((run) => run.x1)),
    y: main.y,
    size: main.size,
    isRightToLeft,
    runs: sorted,
  };
}

/** The order of a right-to-left line: neighbouring numbers and words of other scripts keep their own order. */
function fromRight(sorted: TextRun[]): TextRun[] {
  const groups: TextRun[][] = [];
  for (const run of sorted) {
    const last = groups.at(-1);
    if (last && !run.isRightToLeft && !last[0]?.isRightToLeft) last.push(run);
    else groups.push([run]);
  }
  return groups.reverse().flat();
}

function needsSpace(before: TextRun, run: TextRun, text: string): boolean {
  if (/\s$/.test(text) || /^\s/.test(run.text)) return true;
  const gap = Math.max(run.x0 - before.x1, before.x0 - run.x1);
  const size = Math.min(before.size, run.size);
  const isWide = wide.test(text.at(-1) ?? "") && wide.test(run.text.charAt(0));
  return gap > size * wordGap * (isWide ? 3 : 1);
}

/** Groups segments at the same height into rows, from top to bottom. */
export function rowsOf(segments: Segment[]): Row[] {
  const rows: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const limit = Math.min(first?.size ?? 0, segment.size) * offLine;
    if (row && first && Math.abs(first.y - segment.y) <= limit) row.push(segment);
    else rows.push([segment]);
  }
  return rows.map(rowOf);
}

/** Combines segments that belong together into one row. */
export function rowOf(segments: Segment[]): Row {
  const isRightToLeft = segments.filter((segment) => segment.isRightToLeft).length * 2 > segments.length;
  const cells = [...segments].sort((a, b) => (isRightToLeft ? b.x0 - a.x0 : a.x0 - b.x0));
  const main = cells.reduce((best, cell) => (cell.text.length > best.text.length ? cell : best));
  return {
    cells,
    text: cells.map((cell) => cell.text).join(" "),
    x0: Math.min(...cells.map((cell) => cell.x0)),
    x1: Math.max(...cells.map((cell) => cell.x1)),
    y: main.y,
    size: main.size,
  };
}
