import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { releaseMemory } from "../child/release-memory.ts";

/** A scanned page, drawn for OCR. */
export interface DrawnPage {
  page: number;
  /** Letters and digits in the page's own text. */
  chars: number;
  /** The page's own text differs from the visible text. */
  isGarbled: boolean;
  /** Undefined when the memory limit was reached. */
  png: Buffer | undefined;
  /** The words of the page, when only a picture on it was drawn. */
  words?: ReadonlySet<string>;
}

/** Largest memory for drawn pages until the file is closed, in bytes: a clean page takes 0.1 MB, a photograph 4 MB. */
const maxBytes = 48 * 1024 * 1024;

interface DrawOptions {
  /** Pages without text, with so little text that it may be a stamp on a picture, or with garbled text. */
  thin: Omit<DrawnPage, "png">[];
  scanPages: number;
  deadline: number;
  onScans(): void;
}

/** Draws the scanned pages, except blank pages and pages that show only their text. */
export async function drawScans(pdf: PDFDocumentProxy, options: DrawOptions): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = [];
  let isAnnounced = false;
  let bytes = 0;
  for (const { page, chars, isGarbled } of options.thin) {
    const isFull = drawn.length >= options.scanPages || bytes > maxBytes || performance.now() > options.deadline;
    if (isFull) {
      drawn.push({ page, chars, isGarbled, png: undefined });
      continue;
    }
    const png = await pictureOf(await pdf.getPage(page), isGarbled ? 0 : chars);
    releaseMemory();
    if (!png) continue;
    if (!isAnnounced) options.onScans();
    isAnnounced = true;
    bytes += png.length;
    drawn.push({ page, chars, isGarbled, png });
  }
  return drawn;
}

async function pictureOf(pdfPage: PDFPageProxy, chars: number): Promise<Buffer | undefined> {
  const { OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const { renderPage } = await import("./render-page.ts");
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  try {
    if (chars > 0 && !(await pdfPage.getOperatorList()).fnArray.some((each) => pictures.has(each))) return undefined;
    return await renderPage(pdfPage);
  } catch {
    return undefined; // without a drawing, the page's own text stays
  } finally {
    pdfPage.cleanup();
  }
}
