import { setImmediate as nextTick } from "node:timers/promises";

export interface Paragraph {
  page: number | null;
  text: string;
}

export interface ParagraphChange extends Paragraph {
  type: "added" | "removed" | "unchanged";
}

/** Texts with more differences have so little in common that a shortest edit script is useless. */
const maxDifferences = 1_000;
/** Steps between two yields to the event loop. */
const stepsBetweenTicks = 100;

/**
 * Compares two texts and returns the added and removed paragraphs in reading order. Computes the shortest edit script (Myers, "An O(ND)
 * difference algorithm and its variations", 1986). Skips equal paragraphs at both ends first. Ignores changed page numbers.
 */
export async function compareParagraphs(older: Paragraph[], newer: Paragraph[]): Promise<ParagraphChange[]> {
  let start = 0;
  while (start < older.length && start < newer.length && older[start]?.text === newer[start]?.text) start += 1;
  let end = 0;
  while (
    end < older.length - start &&
    end < newer.length - start &&
    older[older.length - 1 - end]?.text === newer[newer.length - 1 - end]?.text
  ) {
    end += 1;
  }
  return [
    ...mark("unchanged", newer.slice(0, start)),
    ...(await compareMiddle(older.slice(start, older.length - end), newer.slice(start, newer.length - end))),
    ...mark("unchanged", newer.slice(newer.length - end)),
  ];
}

/** The furthest position on each diagonal; diagonal k is at `k + offset`. */
interface Reached {
  ends: Int32Array;
  offset: number;
}

async function compareMiddle(older: Paragraph[], newer: Paragraph[]): Promise<ParagraphChange[]> {
  const trace = await findTrace(older, newer);
  if (!trace) return [...mark("removed", older), ...mark("added", newer)];
  const changes: ParagraphChange[] = [];
  let x = older.length;
  let y = newer.length;
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const before = trace[d];
    const k = x - y;
    const isDown = d > 0 && before !== undefined && goesDown(before, k, d);
    const from = before === undefined || d === 0 ? 0 : reach(before, isDown ? k + 1 : k - 1);
    const fromY = d === 0 ? 0 : from - (isDown ? k + 1 : k - 1);
    while (x > from && y > fromY) {
      x -= 1;
      y -= 1;
      changes.push(...mark("unchanged", newer.slice(y, y + 1)));
    }
    if (d === 0) break;
    if (isDown) changes.push(...mark("added", newer.slice(fromY, fromY + 1)));
    else changes.push(...mark("removed", older.slice(from, from + 1)));
    x = from;
    y = fromY;
  }
  return changes.reverse();
}

/** Returns, for each number of differences, the furthest positions before that step; null when there are too many differences. */
async function findTrace(older: Paragraph[], newer: Paragraph[]): Promise<Reached[] | null> {
  const most = Math.min(maxDifferences, older.length + newer.length);
  const trace: Reached[] = [];
  const now: Reached = { ends: new Int32Array(2 * most + 3).fill(-1), offset: most + 1 };
  now.ends[1 + now.offset] = 0;
  for (let d = 0; d <= most; d += 1) {
    if (d % stepsBetweenTicks === stepsBetweenTicks - 1) await nextTick();
    trace.push({ ends: now.ends.slice(now.offset - d - 1, now.offset + d + 2), offset: d + 1 });
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(now, k, d) ? reach(now, k + 1) : reach(now, k - 1) + 1;
      while (x < older.length && x - k < newer.length && older[x]?.text === newer[x - k]?.text) x += 1;
      now.ends[k + now.offset] = x;
      if (x >= older.length && x - k >= newer.length) return trace;
    }
  }
  return null;
}

/** True if diagonal k was reached by adding a paragraph of the newer text, not by removing one of the older. */
function goesDown(before: Reached, k: number, d: number): boolean {
  return k === -d || (k !== d && reach(before, k - 1) < reach(before, k + 1));
}

function reach({ ends, offset }: Reached, diagonal: number): number {
  return ends[diagonal + offset] ?? -1;
}

function mark(type: ParagraphChange["type"], paragraphs: Paragraph[]): ParagraphChange[] {
  return paragraphs.map((paragraph) => ({ type, ...paragraph }));
}
