import type { PageViewport, PDFPageProxy } from "pdfjs-dist";
import { cleanText } from "../extract/blocks.ts";

/** Text that the page draws in one step, rotated so that it runs along the x axis. */
export interface TextRun {
  text: string;
  x0: number;
  x1: number;
  /** The y position of the baseline, measured downwards. */
  y: number;
  /** Height of the letters. */
  size: number;
  isRightToLeft: boolean;
  /** Name of the font within the file. */
  font: string;
  /** Quarter turns clockwise, 0 to 3. */
  turn: number;
}

export interface PageText {
  page: number;
  width: number;
  height: number;
  runs: TextRun[];
}

/** Least text size; smaller text is invisible. */
const minSize = 1;

/** Returns the text of a page in drawing order. */
export async function textRunsOf(pdfPage: PDFPageProxy): Promise<PageText> {
  const viewport = pdfPage.getViewport({ scale: 1 });
  const { items } = await pdfPage.getTextContent();
  const runs: TextRun[] = [];
  for (const item of items) {
    if (!("str" in item)) continue;
    const text = cleanText(item.str).replaceAll("\n", " ");
    if (text.trim() === "") continue;
    const run = placeRun(item.transform as number[], item.width, viewport); // six numbers, by the library's documentation
    const isPlaced = Number.isFinite(run.x0) && Number.isFinite(run.x1) && Number.isFinite(run.y);
    if (isPlaced && run.size >= minSize)
      runs.push({ text, ...run, isRightToLeft: item.dir === "rtl", font: item.fontName });
  }
  return { page: pdfPage.pageNumber, width: viewport.width, height: viewport.height, runs };
}

function placeRun(
  matrix: number[],
  width: number,
  viewport: PageViewport,
): Omit<TextRun, "text" | "isRightToLeft" | "font"> {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(viewport.transform as number[], matrix);
  const turn = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4;
  const angle = (turn * Math.PI) / 2;
  const x0 = e * Math.cos(angle) + f * Math.sin(angle);
  const y = f * Math.cos(angle) - e * Math.sin(angle);
  return { x0, x1: x0 + width, y, size: Math.hypot(c, d), turn };
}

function multiply(m: number[], n: number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
