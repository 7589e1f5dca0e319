import type { Segment } from "./lines.ts";

export interface PageSegments {
  page: number;
  height: number;
  segments: Segment[];
}

/** Share of the page height, at the top and the bottom, that may contain headers and footers. */
const edgeShare = 0.12;
/** A line is repeated if it is on this many pages and on this share of all pages. */
const minRepeats = 3;
const repeatShare = 0.4;
/** Largest difference of a repeated line's position between pages, in points. */
const sameHeight = 6;
/** Cells side by side in the header of a table. */
const minCells = 3;
/** Longest page number line, in characters. */
const maxPageNumberChars = 60;

const pageNumber =
  // pattern-bound 60: maxPageNumberChars
  /^(?:page|seite|p\.|страница|página|第)?\s*[-–—|[(]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:(?:of|von|\/|de|из)\s*\d{1,4})?\s*[-–—|\])]?\s*(?:页|ページ|頁)?$/i;

/**
 * The pages without repeated headers and footers, and without page numbers. Of two pages only the second one loses the line, because two
 * are few to call a line repeated.
 */
export function withoutFurniture(pages: PageSegments[]): PageSegments[] {
  const isPair = pages.length === 2;
  const repeated = repeatedLines(pages);
  const shown = new Set<string>();
  return pages.map((page, index) => {
    const kept = page.segments.filter((segment) => {
      if (!isAtEdge(segment, page.height)) return true;
      if (isPageNumber(segment.text)) return false;
      const key = keyOf(segment, page.height);
      // The names of a table's columns may be repeated too: the first ones are kept.
      const isName = !shown.has(key) && page.segments.filter(({ y }) => Math.abs(y - segment.y) < 2).length >= minCells;
      shown.add(key);
      return !repeated.has(key) || isName || (isPair && index === 0);
    });
    // A page that contains only such lines keeps them.
    return kept.length > 0 ? { ...page, segments: kept } : page;
  });
}

function isPageNumber(text: string): boolean {
  return text.length <= maxPageNumberChars && pageNumber.test(text);
}

function repeatedLines(pages: PageSegments[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { segments, height } of pages) {
    const keys = new Set(
      segments.filter((segment) => isAtEdge(segment, height)).flatMap((segment) => keysNear(segment, height)),
    );
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = pages.length === 2 ? 2 : Math.max(minRepeats, pages.length * repeatShare);
  return new Set([...counts].filter(([, count]) => count >= needed).map(([key]) => key));
}

function isAtEdge({ y }: Segment, height: number): boolean {
  return y < height * edgeShare || y > height * (1 - edgeShare);
}

/** The key of a line: its words without numbers, and its distance from the nearer edge. */
function keyOf(segment: Segment, height: number): string {
  return keyAt(segment, stepOf(segment, height));
}

function keysNear(segment: Segment, height: number): string[] {
  const step = stepOf(segment, height);
  return [step - 1, step, step + 1].map((each) => keyAt(segment, each));
}

function stepOf({ y }: Segment, height: number): number {
  return Math.round((y < height / 2 ? y : y - height) / sameHeight);
}

function keyAt({ text }: Segment, step: number): string {
  return `${step} ${text.toLowerCase().replace(/\d+/g, "#").replace(/\s+/g, " ")}`;
}
