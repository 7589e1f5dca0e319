import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import type { FileInHand } from "../child/read-file.ts";
import { listPages } from "./list-pages.ts";
import { createPictureReader, type PictureReader, type PictureText } from "./read-picture.ts";

/** Less sure than this, the reader guesses: handwriting, another script, a photograph. */
const minConfidence = 60;

export interface Scans {
  texts: Map<number, PictureText>;
  /** Pages with something on them that could not be read. */
  unread: number[];
  notes: string[];
}

interface ScanOptions extends Pick<FileInHand, "limits" | "onScans"> {
  /** Pages without text, or with so little that it may be a stamp on a picture. */
  thin: { page: number; chars: number }[];
}

/** Reads the pages that are pictures, as long as the limits allow. */
export async function readScans(pdf: PDFDocumentProxy, { thin, limits, onScans }: ScanOptions): Promise<Scans> {
  const scans: Scans = { texts: new Map(), unread: [], notes: [] };
  const doubtful: number[] = [];
  const same: number[] = [];
  const deadline = performance.now() + limits.scanTimeMs;
  let reader: PictureReader | undefined;
  let count = 0;
  try {
    for (const { page, chars } of thin) {
      if (count >= limits.scanPages || performance.now() > deadline) {
        scans.unread.push(page);
        continue;
      }
      const png = await pictureOf(await pdf.getPage(page), chars);
      if (!png) continue;
      if (count === 0) onScans();
      count += 1;
      reader ??= await createPictureReader();
      const text = await reader.read(png, page);
      if (text.visible <= chars) same.push(page);
      else if (text.confidence >= minConfidence) scans.texts.set(page, text);
      else doubtful.push(page);
    }
  } finally {
    await reader?.[Symbol.asyncDispose]();
  }
  scans.notes = notesOn(scans, { doubtful, same });
  scans.unread.push(...doubtful);
  return scans;
}

/** The picture of a page, if that is what it is. */
async function pictureOf(pdfPage: PDFPageProxy, chars: number): Promise<Buffer | undefined> {
  const { OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const { renderPage } = await import("./render-page.ts");
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  try {
    if (chars > 0 && !(await pdfPage.getOperatorList()).fnArray.some((each) => pictures.has(each))) return undefined;
    return await renderPage(pdfPage);
  } catch {
    return undefined; // what cannot be drawn cannot be read; the page's text, if any, stays
  } finally {
    pdfPage.cleanup();
  }
}

function notesOn({ texts, unread }: Scans, { doubtful, same }: Record<"doubtful" | "same", number[]>): string[] {
  const notes: string[] = [];
  if (texts.size > 0) notes.push(`Read from pictures, as English: ${listPages([...texts.keys()])}.`);
  if (same.length > 0) notes.push(`Pictures without further text: ${listPages(same)}.`);
  if (doubtful.length > 0) notes.push(`Pictures that could not be read: ${listPages(doubtful)}.`);
  if (unread.length > 0) notes.push(`Not read, the limit for scanned pages was reached: ${listPages(unread)}.`);
  return notes;
}
