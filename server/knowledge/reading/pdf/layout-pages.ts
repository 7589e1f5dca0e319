import { type Block, countVisible } from "../extract/blocks.ts";
import { withoutFurniture } from "./furniture.ts";
import { type HeadingSizes, headingLevel, headingSizes, plainHeadingLevel } from "./headings.ts";
import { joinLines, type WordList, wordListOf } from "./join-lines.ts";
import { withoutLineNumbers } from "./line-numbers.ts";
import { type Row, type Segment, segmentsOf } from "./lines.ts";
import { type Region, readingOrder } from "./reading-order.ts";
import { hasSameColumns, type Table } from "./tables.ts";
import { type PageText, slanted } from "./text-runs.ts";

export interface Layout {
  /** Blocks by page, in page order. */
  blocks: Map<number, Block[]>;
  /** Letters and digits on the pages, without repeated lines. */
  visible: number;
}

/** Converts the text of pages to blocks in reading order. */
export function layoutPages(pages: PageText[], outline: Map<string, number>): Layout {
  const groups = groupsOfPages(pages);
  let before: Table | undefined;
  const regions = groups.map(({ page, groups }) => {
    const found = groups.flatMap((group, index) =>
      readingOrder(group, { page, before: index === 0 ? before : undefined }),
    );
    const last = found.at(-1);
    before = last?.type === "table" ? last.block : undefined;
    return { page, regions: found };
  });
  const rows = regions.flatMap((each) =>
    each.regions.flatMap((region) => (region.type === "lines" ? region.rows : [])),
  );
  const sizes = headingSizes(rows, outline);
  const words = wordListOf(rows.map(({ text }) => text));
  const toBlocks = (page: number, list: Region[]) =>
    list.flatMap((region) => blocksOfRegion(region, { page, sizes, words }));
  const blocks = new Map(regions.map(({ page, regions: list }) => [page, toBlocks(page, list)]));
  joinPages(blocks, words);
  const texts = groups.flatMap((each) => each.groups.flat().map(({ text }) => text));
  return {
    blocks,
    visible: countVisible(texts.join(" ")),
  };
}

/** Rotated text on a page (a table printed sideways, a stamp at the side) is read last. */
function groupsOfPages(pages: PageText[]): { page: number; groups: Segment[][] }[] {
  const stamps = new Set<string>();
  const turned = pages.map(({ runs }) => {
    const [upright = [], ...others] = [0, 1, 2, 3, slanted].map((turn) =>
      segmentsOf(runs.filter((run) => run.turn === turn)),
    );
    // A watermark on every page is read once.
    const stamped = (others.pop() ?? []).filter(({ text }) => !stamps.has(text));
    for (const { text } of stamped) stamps.add(text);
    return [withoutLineNumbers(upright), ...others, stamped];
  });
  const upright = pages.map(({ page, height }, index) => ({ page, height, segments: turned[index]?.[0] ?? [] }));
  return withoutFurniture(upright).map(({ page, segments }, index) => ({
    page,
    groups: [segments, ...(turned[index] ?? []).slice(1)].filter((group) => group.length > 0),
  }));
}

type Text = Extract<Block, { type: "paragraph" | "item" }>;

/**
 * Joins paragraphs and tables that a page break divides, in place: the first part of a paragraph has no end mark, and the next starts with a
 * small letter; the parts of a table have the same columns. The whole belongs to the page on which it starts.
 */
function joinPages(pages: Map<number, Block[]>, words: WordList): void {
  let open: { page: number; block: Text } | undefined;
  let table: { page: number; block: Table } | undefined;
  for (const [page, blocks] of pages) {
    const [first] = blocks;
    if (table?.page === page - 1 && first?.type === "table" && hasSameColumns(table.block, first)) {
      const header = JSON.stringify(table.block.header);
      // A table that goes on repeats its header on the next page.
      const rows = JSON.stringify(first.header) === header ? first.rows : [...first.header, ...first.rows];
      const isRepeated = JSON.stringify(rows.slice(0, table.block.header.length)) === header;
      table.block.rows.push(...rows.slice(isRepeated ? table.block.header.length : 0));
      blocks.shift();
      if (blocks.length === 0) {
        table.page = page;
        open = undefined;
        continue;
      }
    }
    if (open?.page === page - 1 && first?.type === "paragraph" && goesOn(open.block.text, first.text)) {
      open.block.text = joinLines([open.block.text, first.text], words);
      blocks.shift();
    }
    const last = blocks.at(-1);
    table = last?.type === "table" ? { page, block: last } : undefined;
    open = last?.type === "paragraph" || last?.type === "item" ? { page, block: last } : undefined;
  }
}

function goesOn(before: string, after: string): boolean {
  return /^\p{Ll}/u.test(after) && !/[.!?:;。！？]["'”’)]*$/u.test(before);
}

/** Largest distance between lines of one paragraph, in letter heights and in multiples of the usual distance. */
const maxLineGap = 1.9;
const maxGapGrowth = 1.25;
const maxHeadingGap = 1.6;
/** Least indentation of a first line, in letter heights; largest width of a last line, as a share of the full width. */
const minIndent = 0.8;
const shortLine = 0.85;

const bullet = /^(?:[•●○▪▫■□◦‣⁃∙·➢➤✓✔*\uf0b7\uf0a7\uf076]|[-–—](?=\s))\s*/u;
const ordinal = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)|\d{1,3}\.)\s+(?=\S)/i;

interface BlockContext {
  page: number;
  sizes: HeadingSizes;
  words: WordList;
}

/** Converts a region of a page to headings, paragraphs, list items and tables. */
function blocksOfRegion(region: Region, context: BlockContext): Block[] {
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

/** The most common distance between lines of a region. */
function usualGap(rows: Row[]): number {
  const gaps = rows
    .slice(1)
    .map((row, index) => row.y - (rows[index]?.y ?? row.y))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 0;
}
