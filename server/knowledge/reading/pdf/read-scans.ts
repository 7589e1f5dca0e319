import type { DrawnPage } from "./draw-scans.ts";
import { createPictureReader, type PictureText } from "./read-picture.ts";

/** Least confidence of a page. Below it OCR is guessing: handwriting, another script, a photograph. */
const minConfidence = 60;

export interface Scans {
  texts: Map<number, PictureText>;
  /** Pages with content that OCR did not read. */
  unread: number[];
  notes: string[];
}

/** Reads drawn pages until the time limit. */
export async function readScans(drawn: DrawnPage[], deadline: number): Promise<Scans> {
  const texts = new Map<number, PictureText>();
  const late = drawn.filter(({ png, isGarbled }) => !png && !isGarbled).map(({ page }) => page);
  const doubtful: number[] = [];
  const same: number[] = [];
  const waiting = drawn.filter(({ png }) => png);
  const reader = waiting.length > 0 ? await createPictureReader() : undefined;
  try {
    for (const { page, chars, isGarbled, png } of waiting) {
      if (!reader || !png || performance.now() > deadline) {
        if (!isGarbled) late.push(page);
        continue;
      }
      const text = await reader.read(png, page);
      if (text.visible <= chars && !isGarbled) same.push(page);
      else if (text.confidence >= minConfidence) texts.set(page, text);
      else if (!isGarbled) doubtful.push(page);
    }
  } finally {
    await reader?.close();
  }
  const notes = [
    ...noteOn("Read from scanned pages, as English", [...texts.keys()]),
    ...noteOn("Pictures without text", same),
    ...noteOn("Pictures that could not be read", doubtful),
    ...noteOn("Skipped because the limit for scanned pages was reached", late),
  ];
  return { texts, unread: [...doubtful, ...late], notes };
}

/** Returns a note about these pages, or an empty list when there are none. */
export function noteOn(what: string, pages: number[]): string[] {
  return pages.length > 0 ? [`${what}: ${listPages(pages)}.`] : [];
}

/** Formats page numbers for users: `page 3`, `pages 1-4, 9`. */
function listPages(pages: number[]): string {
  const ranges: [number, number][] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && page <= last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const shown = ranges.slice(0, 20).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const more = ranges.length > shown.length ? ", ..." : "";
  return `${pages.length === 1 ? "page" : "pages"} ${shown.join(", ")}${more}`;
}
