import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderBlocks } from "../../server/knowledge/reading/extract/blocks.ts";
import { layoutPages } from "../../server/knowledge/reading/pdf/layout-pages.ts";
import { openPdf } from "../../server/knowledge/reading/pdf/open-pdf.ts";
import { outlineOf } from "../../server/knowledge/reading/pdf/outline.ts";
import { type PageText, textRunsOf } from "../../server/knowledge/reading/pdf/text-runs.ts";

// Measures the improvement of our layout of PDF pages over the library's own order: `node --import ./scripts/setup/load-typescript.mjs
// lab/bench/pdf-layout.ts FOLDER`. The reference is Poppler's `pdftotext` where installed; it shares no code with either.

interface Measured {
  /** Share of sequences of three words in Poppler's text that are also in this text. */
  order: number | null;
  /** Words split at the end of a line, per thousand. */
  torn: number;
  /** Lines that repeat on three or more pages. */
  repeated: number;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Specify a folder with PDF files.");
const rows: string[] = [];
for (const name of readdirSync(folder).filter((file) => file.endsWith(".pdf"))) {
  const row = await measureFile(join(folder, name)).catch(() => null);
  if (row) rows.push(`| ${name} | ${row} |`);
}
process.stdout.write(
  [
    "| file | pages | order, library | order, ours | torn, library | torn, ours | repeated, library | repeated, ours | headings | table rows |",
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
    ...rows,
    "",
  ].join("\n"),
);

async function measureFile(path: string): Promise<string | null> {
  const pdf = await openPdf(new Uint8Array(readFileSync(path)));
  const pages: PageText[] = [];
  const plain: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    pages.push(await textRunsOf(page));
    const { items } = await page.getTextContent();
    plain.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
  }
  const { blocks } = layoutPages(pages, await outlineOf(pdf));
  await pdf.loadingTask.destroy();
  const ours = pages.map(({ page }) => renderBlocks(blocks.get(page) ?? []));
  if (wordsOf(plain.join(" ")).length < 100) return null;
  const reference = referenceOf(path);
  const library = measure(plain, reference);
  const own = measure(ours, reference);
  const all = [...blocks.values()].flat();
  const tableRows = all.reduce((sum, block) => sum + (block.type === "table" ? block.rows.length : 0), 0);
  return [
    pages.length,
    ...[library.order, own.order].map((share) => share?.toFixed(2) ?? "-"),
    ...[library.torn, own.torn].map((count) => count.toFixed(1)),
    library.repeated,
    own.repeated,
    all.filter(({ type }) => type === "heading").length,
    tableRows,
  ].join(" | ");
}

function measure(pages: string[], reference: string | null): Measured {
  const words = wordsOf(pages.join("\n"));
  const lines = new Map<string, number>();
  for (const page of pages) {
    for (const line of new Set(page.split("\n").map((each) => each.replace(/\d+/g, "#").trim()))) {
      if (line.length > 3) lines.set(line, (lines.get(line) ?? 0) + 1);
    }
  }
  return {
    order: reference === null ? null : sharedRuns(wordsOf(reference), words),
    torn: ((pages.join("\n").match(/\p{Ll}-\s+\p{Ll}/gu)?.length ?? 0) / Math.max(1, words.length)) * 1_000,
    repeated: [...lines.values()].filter((count) => count >= 3).length,
  };
}

function sharedRuns(reference: string[], words: string[]): number {
  const known = new Set(runsOf(words));
  const wanted = runsOf(reference);
  return wanted.filter((run) => known.has(run)).length / Math.max(1, wanted.length);
}

function runsOf(words: string[]): string[] {
  return words.slice(2).map((_, index) => words.slice(index, index + 3).join(" "));
}

/** The words of a text; a word split at the end of a line is joined. */
function wordsOf(text: string): string[] {
  const joined = text.normalize("NFKC").replace(/(\p{Ll})-\s*\n\s*(\p{Ll})/gu, "$1$2");
  return joined.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function referenceOf(path: string): string | null {
  try {
    return execFileSync("pdftotext", ["-q", path, "-"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  } catch {
    return null;
  }
}
