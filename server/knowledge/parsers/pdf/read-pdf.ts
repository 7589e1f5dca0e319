import type { PDFDocumentProxy } from "pdfjs-dist";
import { type Block, cleanText, countVisible, coverageOf } from "../../extract/blocks.ts";
import type { FileInHand } from "../child/read-file.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import type { Reading } from "../parsed-file.ts";
import { layoutPages } from "./layout-pages.ts";
import { listPages } from "./list-pages.ts";
import { openPdf } from "./open-pdf.ts";
import { outlineOf } from "./outline.ts";
import { readScans } from "./read-scans.ts";
import { type PageText, textRunsOf } from "./text-runs.ts";

/** A page with less text may be a picture with a stamp on it. */
const fewChars = 50;

/** Reads a PDF page by page; pages that are pictures are read as pictures. */
export async function readPdf({ bytes, limits, onScans }: FileInHand): Promise<Reading> {
  const pdf = await openPdf(bytes);
  if (pdf.numPages > limits.pages) throw new UnreadableFile(`The file has more than ${limits.pages} pages; divide it.`);
  const { pages, broken } = await textOfPages(pdf, limits.characters);
  const counted = pages.map((page) => ({ page: page.page, chars: countRuns(page) }));
  const scans = await readScans(pdf, { thin: counted.filter(({ chars }) => chars < fewChars), limits, onScans });
  const typed = pages.filter(({ page }) => !scans.texts.has(page));
  const { blocks, visible, garbled } = layoutPages(typed, await outlineOf(pdf));
  for (const [page, scan] of scans.texts) blocks.set(page, scan.blocks);
  const ordered = [...blocks].sort(([a], [b]) => a - b).flatMap(([, list]) => list);
  const scanned = [...scans.texts.values()].reduce((sum, text) => sum + text.visible, 0);
  const missing = new Set([...scans.unread, ...broken, ...garbled]).size;
  return {
    format: "pdf",
    extraction: {
      title: await titleOf(pdf, ordered),
      blocks: ordered,
      coverage: coverageOf(ordered, visible + scanned) * (1 - missing / pdf.numPages),
    },
    pages: pdf.numPages,
    notes: [
      ...scans.notes,
      ...noteOn("Broken and left out", broken),
      ...noteOn("Unreadable, the fonts do not say which letters they show", garbled),
    ],
  };
}

/** Text of all pages. One broken page is no reason to lose the others. */
async function textOfPages(pdf: PDFDocumentProxy, limit: number): Promise<{ pages: PageText[]; broken: number[] }> {
  const pages: PageText[] = [];
  const broken: number[] = [];
  let chars = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    try {
      const pdfPage = await pdf.getPage(number);
      const page = await textRunsOf(pdfPage);
      pdfPage.cleanup();
      pages.push(page);
      chars += page.runs.reduce((sum, { text }) => sum + text.length, 0);
    } catch {
      broken.push(number);
    }
    if (chars > limit) throw new UnreadableFile("The file holds more text than can be taken in; divide it.");
  }
  if (pages.length === 0) throw new UnreadableFile("The file is broken: none of its pages can be read.");
  return { pages, broken };
}

/** The heading it begins with, else what the file calls itself, unless a program made that up. */
async function titleOf(pdf: PDFDocumentProxy, blocks: Block[]): Promise<string | null> {
  const largest = blocks.find((block) => block.type === "heading" && block.level === 1 && (block.page ?? 1) <= 2);
  const heading = largest ?? blocks[0];
  if (heading?.type === "heading") return heading.text;
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const declared = "Title" in info && typeof info.Title === "string" ? cleanText(info.Title).trim() : "";
  const isMadeUp =
    declared.length < 3 || /\.(?:docx?|pdf|indd|tex|dvi|xlsx?|qxd)$|^(?:untitled|microsoft word)/i.test(declared);
  return isMadeUp ? null : declared.slice(0, 200);
}

function noteOn(what: string, pages: number[]): string[] {
  return pages.length > 0 ? [`${what}: ${listPages(pages)}.`] : [];
}

function countRuns({ runs }: PageText): number {
  return runs.reduce((sum, { text }) => sum + countVisible(text), 0);
}
