import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { releaseMemory } from "../child/release-memory.ts";
import type { DrawnPage } from "./draw-scans.ts";
import type { PageArea } from "./render-page.ts";
import type { PageText } from "./text-runs.ts";

/** Pages that are searched for pictures, and pictures that are read: OCR takes about a second for each. */
const maxPages = 100;
const maxPictures = 6;
/** Least share of the page, and least sides in points, of a picture that may show text: a screenshot, a table. */
const minShare = 0.06;
const minSide = 60;

/** Draws the large pictures of pages that have text of their own, to find out whether they show more text. */
export async function drawPictures(
  pdf: PDFDocumentProxy,
  { pages, limit, deadline, onScans }: { pages: PageText[]; limit: number; deadline: number; onScans(): void },
): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = [];
  for (const { page, runs } of pages.slice(0, maxPages)) {
    if (drawn.length >= Math.min(limit, maxPictures) || performance.now() > deadline) break;
    const png = await pictureOn(await pdf.getPage(page)).catch(() => undefined); // without it, only a note is missing
    releaseMemory();
    if (!png) continue;
    if (drawn.length === 0) onScans();
    const words = new Set(runs.flatMap(({ text }) => wordsOf(text)));
    drawn.push({ page, chars: 0, isGarbled: false, png, words });
  }
  return drawn;
}

/** The words of a text with three letters or more, to compare it with another text. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

async function pictureOn(pdfPage: PDFPageProxy): Promise<Buffer | undefined> {
  const { renderPage } = await import("./render-page.ts");
  try {
    const area = await pictureArea(pdfPage);
    return area && (await renderPage(pdfPage, area));
  } finally {
    pdfPage.cleanup();
  }
}

/** The area of the largest picture of a page; undefined when all are small. */
async function pictureArea(pdfPage: PDFPageProxy): Promise<PageArea | undefined> {
  const { OPS, Util } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const { fnArray, argsArray } = await pdfPage.getOperatorList();
  const viewport = pdfPage.getViewport({ scale: 1 });
  const pictures = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject]);
  const saved: number[][] = [];
  let matrix: number[] = viewport.transform as number[]; // six numbers, by the library's documentation
  let best: PageArea | undefined;
  fnArray.forEach((operator: number, index: number) => {
    const args: unknown = argsArray[index];
    if (operator === OPS.save) saved.push(matrix);
    else if (operator === OPS.restore) matrix = saved.pop() ?? matrix;
    else if (operator === OPS.transform && isMatrix(args)) matrix = Util.transform(matrix, args);
    else if (pictures.has(operator)) {
      const area = clip(matrix, viewport);
      if (area && area.width * area.height > (best ? best.width * best.height : 0)) best = area;
    }
  });
  const isLarge = best && best.width * best.height >= viewport.width * viewport.height * minShare;
  return isLarge && best && Math.min(best.width, best.height) >= minSide ? best : undefined;
}

function isMatrix(args: unknown): args is number[] {
  return Array.isArray(args) && args.length === 6 && args.every((each) => typeof each === "number");
}

/** The part of the page that the unit square covers. */
function clip(matrix: number[], page: { width: number; height: number }): PageArea | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  const [x, y] = [Math.max(0, Math.min(...xs)), Math.max(0, Math.min(...ys))];
  const width = Math.min(page.width, Math.max(...xs)) - x;
  const height = Math.min(page.height, Math.max(...ys)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
