import type { PDFDocumentProxy } from "pdfjs-dist";
import { outlineKey } from "./headings.ts";

const maxEntries = 2_000;
const maxDepth = 4;

type Entries = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;

/** The titles in the document's table of contents with their depth; 1 for the outermost level. */
export async function outlineOf(pdf: PDFDocumentProxy): Promise<Map<string, number>> {
  const titles = new Map<string, number>();
  const entries = await pdf.getOutline().catch(() => []); // a broken one counts as none
  collect(entries, 1, titles);
  return titles;
}

function collect(entries: Entries, depth: number, titles: Map<string, number>): void {
  for (const { title, items } of entries ?? []) {
    if (titles.size >= maxEntries) return;
    const key = outlineKey(title);
    if (key !== "" && !titles.has(key)) titles.set(key, depth);
    if (depth < maxDepth) collect(items, depth + 1, titles);
  }
}
