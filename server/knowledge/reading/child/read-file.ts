import type { Block } from "../extract/blocks.ts";
import type { ParserFrame, Reading } from "../parsers/parsed-file.ts";
import { detectFile } from "./detect-file.ts";
import { UnreadableFile } from "./unreadable-file.ts";

export type FileInHand = Omit<ParserFrame, "length" | "mail"> & {
  bytes: Uint8Array;
  /** Called when the file has scanned pages, which take longer. */
  onScans(): void;
};

const nothingToRead = "No text was found in this file.";

/**
 * Reads a file of any supported format. Each reader is loaded when it is first needed.
 * @throws UnreadableFile with the reason; any other error means a broken file.
 */
export async function readFile(file: FileInHand): Promise<Reading> {
  const reading = await readDetected(file);
  if (!reading.extraction.blocks.some((block) => countChars(block) > 0)) {
    throw new UnreadableFile([nothingToRead, ...reading.notes].join(" "));
  }
  const characters = reading.extraction.blocks.reduce((sum, block) => sum + countChars(block), 0);
  if (characters > file.limits.characters) {
    const millions = (file.limits.characters / 1e6).toFixed(1);
    throw new UnreadableFile(`The file has more than ${millions} million characters. Split it.`);
  }
  return reading;
}

async function readDetected(file: FileInHand): Promise<Reading> {
  const detected = await detectFile(file);
  switch (detected.kind) {
    case "pdf":
      return (await import("../pdf/read-pdf.ts")).readPdf(file);
    case "docx":
      return (await import("../docx/read-docx.ts")).readDocx(file);
    case "xlsx":
      return (await import("../office/read-xlsx.ts")).readXlsx(file);
    case "pptx":
      return (await import("../office/read-pptx.ts")).readPptx(file);
    case "csv":
      return (await import("../csv/read-csv.ts")).readCsv(detected.text, detected.notes);
    case "html":
    case "markdown":
    case "text": {
      const { extract } = await import("../extract/extract.ts");
      const { kind, text, notes } = detected;
      if (kind === "html") await refuseRedirect(text);
      return { format: kind, extraction: extract(text, kind), pages: 1, notes };
    }
    default:
      return detected satisfies never;
  }
}

/** Letters of a page that only says where its readers are sent. */
const maxRedirectLetters = 200;
/** Stands for the unknown address of a file. */
const noAddress = "https://page.invalid/";

/** @throws UnreadableFile for a page without a text of its own that sends its readers to another one. */
async function refuseRedirect(html: string): Promise<void> {
  const { factsOf, refreshTarget } = await import("../../../core/fetch/page-facts.ts");
  const facts = await factsOf({ bytes: Buffer.from(html), contentType: "text/html", charset: null, url: noAddress });
  const target = facts && facts.letters.all < maxRedirectLetters ? refreshTarget(facts, noAddress) : undefined;
  if (target === undefined) return;
  const place = target.startsWith(noAddress) ? "another page" : target;
  throw new UnreadableFile(`This page only sends its readers to ${place}. Add that page instead.`);
}

function countChars(block: Block): number {
  if (block.type !== "table") return block.text.length;
  return [...block.header, ...block.rows].flat().reduce((sum, cell) => sum + cell.length, block.caption?.length ?? 0);
}
