import { renderBlocks } from "../extract/blocks.ts";
import { wordsOf } from "./draw-pictures.ts";
import type { DrawnPage } from "./draw-scans.ts";
import { createPictureReader, type PictureText } from "./read-picture.ts";

/** Least confidence of a page. Below it OCR is guessing: handwriting, another script, a photograph. */
const minConfidence = 60;
/** Confidence of a page, and its share of letters in words that were left out, from which on its text is doubtful. */
const goodConfidence = 75;
const maxLostShare = 0.2;
/** Fewest words of a picture that are not in the text of its page. Fewer are noise. */
const minNewWords = 5;

export interface Scans {
  texts: Map<number, PictureText>;
  /** Pages with content that OCR did not read. */
  unread: number[];
  /** Letters of text in pictures, which is in no text. */
  lost: number;
  notes: string[];
}

/** Reads drawn pages until the time limit. */
export async function readScans(drawn: DrawnPage[], deadline: number): Promise<Scans> {
  const texts = new Map<number, PictureText>();
  const late = drawn.filter(({ png, isGarbled }) => !png && !isGarbled).map(({ page }) => page);
  const doubtful: number[] = [];
  const same: number[] = [];
  const unsure: number[] = [];
  const inPictures: number[] = [];
  let lost = 0;
  const waiting = drawn.filter(({ png }) => png);
  const reader = waiting.length > 0 ? await createPictureReader() : undefined;
  try {
    for (const { page, chars, isGarbled, png, words } of waiting) {
      if (!reader || !png || performance.now() > deadline) {
        if (!isGarbled && !words) late.push(page);
        continue;
      }
      const text = await reader.read(png, page);
      if (words) {
        const letters = newLetters(text, words);
        if (letters > 0) inPictures.push(page);
        lost += letters;
        continue;
      }
      if (text.visible <= chars && !isGarbled) same.push(page);
      else if (text.confidence >= minConfidence) {
        texts.set(page, text);
        if (text.confidence < goodConfidence || text.lost > (text.visible + text.lost) * maxLostShare)
          unsure.push(page);
      } else if (!isGarbled) doubtful.push(page);
    }
  } finally {
    await reader?.close();
  }
  const notes = [
    ...noteOn("Read from scanned pages, as English", [...texts.keys()]),
    ...noteOn("Hard to read, so words may be wrong or missing", unsure),
    ...noteOn("Text in pictures was not read", inPictures),
    ...noteOn("Pictures without text", same),
    ...noteOn("Pictures that could not be read", doubtful),
    ...noteOn("Skipped because the limit for scanned pages was reached", late),
  ];
  return { texts, unread: [...doubtful, ...late], lost, notes };
}

/** Letters of the words that a picture shows and its page does not have as text. */
function newLetters({ blocks, confidence }: PictureText, words: ReadonlySet<string>): number {
  const found = confidence < minConfidence ? [] : wordsOf(renderBlocks(blocks));
  const added = found.filter((word) => !words.has(word));
  return added.length < minNewWords ? 0 : added.reduce((sum, word) => sum + word.length, 0);
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
