import { type Block, countVisible } from "../extract/blocks.ts";
import { type HeadingSizes, headingLevel, plainHeadingLevel } from "./headings.ts";
import { joinLines, type WordList } from "./join-lines.ts";
import type { Row } from "./lines.ts";
import type { Region } from "./reading-order.ts";

/** Lines further apart than this many letter heights, or than this many times the usual distance, are two paragraphs. */
const maxLineGap = 1.9;
const maxGapGrowth = 1.25;
const maxHeadingGap = 1.6;
/** A first line stands in by more than this, in letter heights; a last line ends before this share of the width. */
const minIndent = 0.8;
const shortLine = 0.85;

const bullet = /^(?:[•●○▪▫■□◦‣⁃∙·➢➤✓✔*\uf0b7\uf0a7\uf076]|[-–—](?=\s))\s*/u;
const ordinal = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)|\d{1,3}\.)\s+(?=\S)/i;

export interface BlockContext {
  page: number;
  sizes: HeadingSizes;
  words: WordList;
}

/** Turns one region of a page into headings, paragraphs, list items and tables. */
export function blocksOfRegion(region: Region, context: BlockContext): Block[] {
  if (region.type === "table") return [region.block];
  const { rows } = region;
  const gap = usualGap(rows);
  const left = Math.min(...rows.map(({ x0 }) => x0));
  const right = Math.max(...rows.map(({ x1 }) => x1));
  const paragraphs: Row[][] = [];
  for (const row of rows) {
    const open = paragraphs.at(-1);
    const last = open?.at(-1);
    if (open && last && !begins(row, last, { gap, left, right, sizes: context.sizes })) open.push(row);
    else paragraphs.push([row]);
  }
  return paragraphs.flatMap((paragraph) => textBlock(paragraph, context));
}

function begins(row: Row, last: Row, c: { gap: number; left: number; right: number; sizes: HeadingSizes }): boolean {
  const size = Math.max(row.size, last.size);
  const distance = row.y - last.y;
  const level = headingLevel(row, c.sizes);
  if (level !== headingLevel(last, c.sizes)) return true;
  if (level !== undefined) return distance < 0 || distance > size * maxHeadingGap;
  if (distance < 0 || distance > Math.max(size * 1.2, Math.min(size * maxLineGap, c.gap * maxGapGrowth))) return true;
  if (Math.abs(row.size - last.size) > size * 0.12) return true;
  if (bullet.test(row.text) || ordinal.test(row.text)) return true;
  const isIndented = row.x0 - last.x0 > row.size * minIndent && row.x0 - c.left > row.size * minIndent;
  const endsEarly = last.x1 - c.left < (c.right - c.left) * shortLine;
  return endsEarly && (isIndented || /[.!?:。！？]["'”’)]*$/u.test(last.text));
}

function textBlock(rows: Row[], { page, sizes, words }: BlockContext): Block[] {
  const [first] = rows;
  const text = joinLines(
    rows.map((row) => row.text),
    words,
  );
  if (!first || countVisible(text) === 0) return [];
  const level =
    headingLevel({ ...first, text }, sizes) ?? (rows.length === 1 ? plainHeadingLevel(text, sizes) : undefined);
  if (level !== undefined) return [{ type: "heading", level, text, page }];
  if (bullet.test(text)) {
    const item = text.replace(bullet, "");
    return item === "" ? [] : [{ type: "item", text: `- ${item}`, page }];
  }
  return [{ type: ordinal.test(text) ? "item" : "paragraph", text, page }];
}

/** The distance between lines that most of a region has. */
function usualGap(rows: Row[]): number {
  const gaps = rows
    .slice(1)
    .map((row, index) => row.y - (rows[index]?.y ?? row.y))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 0;
}
