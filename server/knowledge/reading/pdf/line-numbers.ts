import type { Segment } from "./lines.ts";

/** Fewest numbers, and the share of them that must follow the one before with the same step. */
const minNumbers = 6;
const minInOrder = 0.85;
/** Largest difference of their edges, in points, and least length of the lines beside them, in characters. */
const sameEdge = 2.5;
const minLineChars = 25;

/**
 * A page without the line numbers in its margin, as contracts and manuscripts have them. A numbered list has a dot or a bracket behind its
 * numbers, and a table has more than one cell beside them.
 */
export function withoutLineNumbers(segments: Segment[]): Segment[] {
  const numbers = segments.filter(({ text }) => /^\d{1,4}$/.test(text));
  if (numbers.length < minNumbers) return segments;
  for (const edge of ["x0", "x1"] as const) {
    const found = new Set(largestGroup(numbers, edge));
    if (found.size < minNumbers || !isCounting([...found])) continue;
    const others = segments.filter((segment) => !found.has(segment));
    if (isMargin([...found], others)) return others;
  }
  return segments;
}

function largestGroup(numbers: Segment[], edge: "x0" | "x1"): Segment[] {
  let best: Segment[] = [];
  const sorted = numbers.toSorted((a, b) => a[edge] - b[edge]);
  let start = 0;
  sorted.forEach((segment, end) => {
    while (segment[edge] - (sorted[start]?.[edge] ?? 0) > sameEdge) start += 1;
    if (end - start + 1 > best.length) best = sorted.slice(start, end + 1);
  });
  return best.toSorted((a, b) => a.y - b.y);
}

function isCounting(numbers: Segment[]): boolean {
  const values = numbers.map(({ text }) => Number(text));
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  const inOrder = (step: number) => steps.filter((each) => each === step).length >= steps.length * minInOrder;
  return inOrder(1) || inOrder(5);
}

/** True when all other text is on one side of the numbers, and one long line is beside each of them. */
function isMargin(numbers: Segment[], others: Segment[]): boolean {
  const left = Math.min(...numbers.map(({ x0 }) => x0));
  const right = Math.max(...numbers.map(({ x1 }) => x1));
  const isOutside = others.every(({ x0 }) => x0 >= right - 1) || others.every(({ x1 }) => x1 <= left + 1);
  if (!isOutside) return false;
  const byHeight = new Map<number, Segment[]>();
  for (const other of others) {
    const key = Math.round(other.y);
    byHeight.set(key, [...(byHeight.get(key) ?? []), other]);
  }
  const beside = numbers.map(({ y }) => [-1, 0, 1].flatMap((step) => byHeight.get(Math.round(y) + step) ?? []));
  const filled = beside.filter((line) => line.length > 0);
  if (filled.length < numbers.length / 2 || filled.some((line) => line.length > 2)) return false;
  const isSingle = filled.filter((line) => line.length === 1).length >= filled.length * minInOrder;
  return isSingle && filled.flat().reduce((sum, { text }) => sum + text.length, 0) / filled.length >= minLineChars;
}
