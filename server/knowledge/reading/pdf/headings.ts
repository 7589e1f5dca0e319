import type { Row } from "./lines.ts";

/** Least growth of a heading compared with the text size, and its greatest length in characters. */
const minGrowth = 1.12;
const maxHeadingChars = 150;
const maxLevel = 4;
/** If more rows than this share are larger, the text size is the exception: small notes below a form. */
const maxLarger = 0.25;
const fewRows = 8;
/** Longest heading, in characters, that only its capitals or number identify. */
const maxPlainChars = 80;

export interface HeadingSizes {
  body: number;
  /** Heading sizes, the largest first. */
  sizes: number[];
  /** Titles in the document's own table of contents, with their level. */
  outline: Map<string, number>;
}

/** Finds the text size of most characters, and the larger sizes. */
export function headingSizes(rows: Row[], outline: Map<string, number>): HeadingSizes {
  const chars = new Map<number, number>();
  for (const { size, text } of rows) chars.set(round(size), (chars.get(round(size)) ?? 0) + text.length);
  let [body = 0] = [...chars].sort((a, b) => b[1] - a[1])[0] ?? [];
  const larger = () => rows.filter(({ size }) => round(size) >= body * minGrowth).length;
  for (const size of [...chars.keys()].sort((a, b) => a - b)) {
    if (size > body && larger() > Math.max(fewRows, rows.length * maxLarger)) body = size;
  }
  const sizes = [...chars.keys()].filter((size) => size >= body * minGrowth).sort((a, b) => b - a);
  return { body, sizes: mergeNear(sizes), outline };
}

/** The level of a row that is a heading by its size or by the table of contents; otherwise undefined. */
export function headingLevel(row: Row, { body, sizes, outline }: HeadingSizes): number | undefined {
  if (row.text.length > maxHeadingChars || row.cells.length > 2 || !/\p{L}{2}/u.test(row.text)) return undefined;
  const known = outline.get(outlineKey(row.text));
  if (known !== undefined) return Math.min(maxLevel, known);
  const size = round(row.size);
  if (size < body * minGrowth) return undefined;
  const rank = sizes.findIndex((each) => size >= each * 0.97);
  return Math.min(maxLevel, (rank < 0 ? sizes.length : rank) + 1);
}

/** The level of a separate line that has the text size and is all in capitals: `1. DEFINITIONS`. */
export function plainHeadingLevel(text: string, { sizes }: HeadingSizes): number | undefined {
  if (text.length > maxPlainChars || /\p{Ll}/u.test(text) || /[.,;]$/.test(text)) return undefined;
  const letters = text.match(/\p{Lu}/gu)?.length ?? 0;
  if (letters < 4 || letters < text.length / 2) return undefined;
  return Math.min(maxLevel, Math.max(2, sizes.length + 1));
}

/** Removes number and punctuation from a title, for comparison with the table of contents. */
export function outlineKey(title: string): string {
  return title
    .toLowerCase()
    .replace(/^[\d.]+\s+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function mergeNear(sizes: number[]): number[] {
  const merged: number[] = [];
  for (const size of sizes) if (merged.length === 0 || size < (merged.at(-1) ?? 0) * 0.95) merged.push(size);
  return merged;
}

function round(size: number): number {
  return Math.round(size * 2) / 2;
}
