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
  /** Quarter turns clockwise, 0 to 3; 4 for text at another angle: a watermark, a stamp. */
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
/** The turn of text at an angle, and the largest difference from a quarter turn, in radians, that is still upright. */
export const slanted = 4;
const maxSlant = 0.15;

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
  return { page: pdfPage.pageNumber, width: viewport.width, height: viewport.height, runs: withoutCopies(runs) };
}

function placeRun(
  matrix: number[],
  width: number,
  viewport: PageViewport,
): Omit<TextRun, "text" | "isRightToLeft" | "font"> {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(viewport.transform as number[], matrix);
  const quarters = Math.atan2(b, a) / (Math.PI / 2);
  const isSlanted = Math.abs(quarters - Math.round(quarters)) * (Math.PI / 2) > maxSlant;
  const turn = isSlanted ? slanted : ((Math.round(quarters) % 4) + 4) % 4;
  const angle = (isSlanted ? quarters : turn) * (Math.PI / 2);
  const x0 = e * Math.cos(angle) + f * Math.sin(angle);
  const y = f * Math.cos(angle) - e * Math.sin(angle);
  return { x0, x1: x0 + width, y, size: Math.hypot(c, d), turn };
}

function multiply(m: number[], n: number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Largest distance of a copy from its original, in letter heights. */
const maxCopyOffset = 0.15;
/** The same in widths of the text, so that "ll" of a narrow font stays. */
const maxCopyShift = 0.6;

/** Runs on the same line and with the same text that a run is compared with: a page may repeat one text thousands of times. */
const maxCompared = 200;

/** Removes text that is drawn again at almost the same place: bold letters and shadows that some programs draw so. */
function withoutCopies(runs: TextRun[]): TextRun[] {
  const byText = new Map<string, TextRun[]>();
  const kept: TextRun[] = [];
  for (const drawn of runs) {
    const run = withoutStart(drawn, kept.at(-1));
    if (run.text.trim() === "") continue;
    const key = `${run.turn} ${run.text.trim()}`;
    const others = byText.get(key) ?? [];
    const limit = run.size * maxCopyOffset;
    const shift = Math.min(limit, (run.x1 - run.x0) * maxCopyShift);
    const isCopy = others.some((other) => Math.abs(other.x0 - run.x0) <= shift && Math.abs(other.y - run.y) <= limit);
    if (isCopy) continue;
    others.push(run);
    if (others.length > maxCompared) others.shift();
    byText.set(key, others);
    kept.push(run);
  }
  return kept;
}

/** Largest difference between the width of repeated letters and the overlap of two runs, in letter heights. */
const sameWidth = 0.4;
/** Most letters that the end of a run and the start of the next one are compared by. */
const maxRepeated = 100;

/** A run without the letters at its start that the run before has drawn at the same place: where each letter is drawn twice. */
function withoutStart(run: TextRun, before: TextRun | undefined): TextRun {
  if (!before || before.turn !== run.turn || Math.abs(before.y - run.y) > run.size * maxCopyOffset) return run;
  const overlap = before.x1 - run.x0;
  if (overlap <= run.size * maxCopyOffset || run.x0 < before.x0 - run.size * maxCopyOffset) return run;
  const width = (run.x1 - run.x0) / run.text.length;
  for (let count = Math.min(before.text.length, run.text.length, maxRepeated); count > 0; count -= 1) {
    if (!before.text.endsWith(run.text.slice(0, count))) continue;
    if (Math.abs(width * count - overlap) > run.size * sameWidth) continue;
    return { ...run, text: run.text.slice(count), x0: before.x1 };
  }
  return run;
}
