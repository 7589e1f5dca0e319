import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { releaseMemory } from "../child/release-memory.ts";

/** A page that is a picture, drawn as one. */
export interface DrawnPage {
  page: number;
  /** Letters and digits of the text that the page has besides. */
  chars: number;
  /** Its text is not what it shows. */
  isGarbled: boolean;
  /** Undefined when there was no room left for it. */
  png: Buffer | undefined;
}

/** Drawn pages are held until the file is closed: clean print takes 0.1 MB, a photograph 4. */
const maxBytes = 48 * 1024 * 1024;

interface DrawOptions {
  /** Pages without text, with so little that it may be a stamp on a picture, or with garbled text. */
  thin: Omit<DrawnPage, "png">[];
  scanPages: number;
  deadline: number;
  onScans(): void;
}

/** Draws the pages that are pictures. Blank ones are left out, as are those whose text is all there is. */
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
    return undefined; // what cannot be drawn cannot be read; the page's text, if any, stays
  } finally {
    pdfPage.cleanup();
  }
}
