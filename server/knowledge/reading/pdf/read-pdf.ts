import type { PDFDocumentProxy } from "pdfjs-dist";
import type { FileInHand } from "../child/read-file.ts";
import { releaseMemory } from "../child/release-memory.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { type Block, cleanText, countVisible, coverageOf, renderBlocks } from "../extract/blocks.ts";
import type { Reading } from "../parsers/parsed-file.ts";
import { drawPictures } from "./draw-pictures.ts";
import { type DrawnPage, drawScans } from "./draw-scans.ts";
import { garbledFonts, isConfirmed, isGarbled } from "./garbled.ts";
import { layoutPages } from "./layout-pages.ts";
import { openPdf } from "./open-pdf.ts";
import { outlineOf } from "./outline.ts";
import type { PictureText } from "./read-picture.ts";
import { noteOn, readScans } from "./read-scans.ts";
import { type PageText, textRunsOf } from "./text-runs.ts";

/** A page with fewer characters may be a picture with a stamp on it. */
const fewChars = 50;

interface OpenedPdf {
  pages: PageText[];
  broken: number[];
  garbled: Garbled;
  outline: Map<string, number>;
  declaredTitle: string | null;
  drawn: DrawnPage[];
}

/** Reads a PDF page by page; scanned pages are read by OCR. */
export async function readPdf({ bytes, limits, onScans }: FileInHand): Promise<Reading> {
  const deadline = performance.now() + limits.scanTimeMs;
  const { pages, broken, garbled, outline, declaredTitle, drawn } = await takeFrom(bytes, {
    limits,
    onScans,
    deadline,
  });
  const count = pages.length + broken.length;
  const scans = await readScans(drawn, deadline);
  const known = knownText(pages, { garbled, scans: scans.texts });
  const { blocks, visible } = layoutPages(known.pages, outline);
  for (const [page, scan] of scans.texts) blocks.set(page, scan.blocks);
  const ordered = [...blocks].sort(([a], [b]) => a - b).flatMap(([, list]) => list);
  const scanned = [...scans.texts.values()].reduce((sum, text) => sum + text.visible + text.lost, 0);
  const missing = new Set([...scans.unread, ...broken, ...known.unreadable]).size;
  return {
    format: "pdf",
    extraction: {
      title: firstHeading(ordered) ?? declaredTitle,
      blocks: ordered,
      coverage: coverageOf(ordered, visible + scanned + scans.lost + known.lost) * (1 - missing / count),
    },
    pages: count,
    notes: [
      ...scans.notes,
      ...noteOn("Damaged and skipped", broken),
      ...noteOn("Unreadable because the fonts have no character mapping", known.unreadable),
      ...noteOn("Partly skipped because a font has no character mapping", known.partly),
    ],
  };
}

interface Garbled {
  fonts: Set<string>;
  /** Pages that OCR reads because most of their text is garbled. */
  pages: Set<number>;
}

/** Largest share of garbled fonts on a page. Above it, the page is read by OCR. */
const mostlyGarbled = 0.3;

function findGarbled(pages: PageText[]): Garbled {
  const fonts = garbledFonts(pages);
  const isMostly = (page: PageText) =>
    countRuns({ runs: page.runs.filter(({ font }) => fonts.has(font)) }) > countRuns(page) * mostlyGarbled ||
    isGarbled(page.runs.map(({ text }) => text));
  return { fonts, pages: new Set(pages.filter(isMostly).map(({ page }) => page)) };
}

/**
 * The text for the layout, without garbled text and without the text of pages that were read by OCR. A page keeps its text if its picture
 * shows the same words.
 */
function knownText(
  pages: PageText[],
  { garbled, scans }: { garbled: Garbled; scans: Map<number, PictureText> },
): { pages: PageText[]; unreadable: number[]; partly: number[]; lost: number } {
  const kept: PageText[] = [];
  const unreadable: number[] = [];
  const partly: number[] = [];
  let lost = 0;
  for (const page of pages) {
    const seen = scans.get(page.page);
    if (garbled.pages.has(page.page)) {
      if (seen && isConfirmed(page.runs, renderBlocks(seen.blocks))) {
        scans.delete(page.page);
        kept.push(page);
      } else if (!seen) unreadable.push(page.page);
      continue;
    }
    if (seen) continue;
    const runs = page.runs.filter(({ font }) => !garbled.fonts.has(font));
    if (runs.length < page.runs.length) partly.push(page.page);
    lost += countRuns(page) - countRuns({ runs });
    kept.push({ ...page, runs });
  }
  return { pages: kept, unreadable, partly, lost };
}

/** Runs all steps that need the open file. The file is closed before OCR, because both take much memory. */
async function takeFrom(
  bytes: Uint8Array,
  { limits, onScans, deadline }: Pick<FileInHand, "limits" | "onScans"> & { deadline: number },
): Promise<OpenedPdf> {
  const pdf = await openPdf(bytes);
  if (pdf.numPages > limits.pages) throw new UnreadableFile(`The file has more than ${limits.pages} pages. Split it.`);
  const { pages, broken } = await textOfPages(pdf, limits.characters);
  const garbled = findGarbled(pages);
  const counted = pages.map((page) => ({
    page: page.page,
    chars: countRuns(page),
    isGarbled: garbled.pages.has(page.page),
  }));
  const thin = counted.filter(({ chars, isGarbled }) => chars < fewChars || isGarbled);
  const drawn = await drawScans(pdf, { thin, scanPages: limits.scanPages, deadline, onScans });
  const thinPages = new Set(thin.map(({ page }) => page));
  const full = pages.filter(({ page }) => !thinPages.has(page));
  const left = { limit: limits.scanPages - drawn.length, deadline, onScans };
  const pictures = await drawPictures(pdf, { pages: full, ...left });
  const outline = await outlineOf(pdf);
  const declaredTitle = await titleOf(pdf);
  await pdf.loadingTask.destroy();
  releaseMemory();
  return { pages, broken, garbled, outline, declaredTitle, drawn: [...drawn, ...pictures] };
}

/** Reads the text of all pages. A broken page does not affect the others. */
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
    if (chars > limit) throw new UnreadableFile("The file has too much text. Split it.");
  }
  if (pages.length === 0) throw new UnreadableFile("The file is damaged: none of its pages could be read.");
  return { pages, broken };
}

/** Returns the largest heading of the first pages, or any heading at the beginning. */
function firstHeading(blocks: Block[]): string | undefined {
  const largest = blocks.find((block) => block.type === "heading" && block.level === 1 && (block.page ?? 1) <= 2);
  const heading = largest ?? blocks[0];
  return heading?.type === "heading" ? heading.text : undefined;
}

/** The title in the file's metadata, unless a program generated it. */
async function titleOf(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const declared = "Title" in info && typeof info.Title === "string" ? cleanText(info.Title).trim() : "";
  const isMadeUp =
    declared.length < 3 || /\.(?:docx?|pdf|indd|tex|dvi|xlsx?|qxd)$|^(?:untitled|microsoft word)/i.test(declared);
  return isMadeUp ? null : declared.slice(0, 200);
}

function countRuns({ runs }: Pick<PageText, "runs">): number {
  return runs.reduce((sum, { text }) => sum + countVisible(text), 0);
}
