import { promisify } from "node:util";
import JSZip from "jszip";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { countVisible } from "../../extract/blocks.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { plainXml, textOfXml } from "./plain-xml.ts";

/** A file with long tables and many pictures has some hundred. */
const maxEntries = 4_000;
/** One part with text, and all of them, unpacked. Parsing takes about ten times as much memory. */
const maxPartBytes = 24 * 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;
/** Repetitive tables shrink to a fiftieth. Small parts may shrink more. */
const maxRatio = 200;
const ratioFromBytes = 1024 * 1024;

/** Parts with XML that hold no text of the document. */
const partsWithoutText = /^(?:customXml|word\/(?:theme|glossary|charts|diagrams|embeddings|media|activeX))\//i;
const partsWithText = /^word\/(?:document\d*|footnotes|endnotes)\.xml$/;
const contentTypes = "[Content_Types].xml";
const broken = "The file is broken: it is no complete DOCX.";

const openZip: (bytes: Buffer, options: yauzl.Options) => Promise<ZipFile> = promisify(yauzl.fromBuffer);

export interface UnpackedDocx {
  archive: Buffer;
  /** Letters and digits in the parts with text: what the reader behind should find. */
  visible: number;
}

/**
 * The parts of a DOCX that hold text, as a small archive for the reader behind. Nothing else is unpacked, and what is
 * unpacked is counted while it grows.
 */
export async function unpackDocx(bytes: Uint8Array): Promise<UnpackedDocx> {
  const parts = await readParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  refuseOtherKinds(parts);
  const archive = new JSZip();
  let visible = 0;
  for (const [name, content] of parts) {
    const xml = plainXml(content);
    if (partsWithText.test(name)) visible += countVisible(textOfXml(xml));
    archive.file(name, xml);
  }
  return { archive: await archive.generateAsync({ type: "nodebuffer", compression: "STORE" }), visible };
}

async function readParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    throw new UnreadableFile(broken, cause);
  });
  if (zip.entryCount > maxEntries) throw new UnreadableFile("The file is refused: it packs too many parts.");
  const parts = new Map<string, Buffer>();
  let total = 0;
  for await (const entry of entriesOf(zip)) {
    if (entry.isEncrypted()) throw new UnreadableFile("The file is protected with a password.");
    if (!/\.(?:xml|rels)$/i.test(entry.fileName) || partsWithoutText.test(entry.fileName)) continue;
    if (parts.has(entry.fileName)) throw new UnreadableFile(broken);
    const content = await readPart(zip, entry, maxTotalBytes - total);
    total += content.length;
    parts.set(entry.fileName, content);
  }
  return parts;
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (let count = 0; count < zip.entryCount; count += 1) {
    yield await new Promise<Entry>((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once("error", (cause) => reject(new UnreadableFile(broken, cause)));
      zip.once("end", () => reject(new UnreadableFile(broken)));
      zip.readEntry();
    });
    zip.removeAllListeners();
  }
}

async function readPart(zip: ZipFile, entry: Entry, left: number): Promise<Buffer> {
  const limit = Math.min(maxPartBytes, left, Math.max(ratioFromBytes, entry.compressedSize * maxRatio));
  const tooLarge = new UnreadableFile("The file is refused: its parts grow too large when they are unpacked.");
  if (entry.uncompressedSize > limit) throw tooLarge;
  const open = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<AsyncIterable<Buffer>>;
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of await open(entry)) {
      size += piece.length;
      if (size > limit) throw tooLarge;
      pieces.push(piece);
    }
  } catch (error) {
    throw error === tooLarge ? tooLarge : new UnreadableFile(broken, error);
  }
  return Buffer.concat(pieces);
}

function refuseOtherKinds(parts: Map<string, Buffer>): void {
  const types = parts.get(contentTypes)?.toString("utf8") ?? "";
  if (/wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled/i.test(types))
    return;
  if (parts.has("word/document.xml") && types !== "") return;
  const kind = /spreadsheetml|ms-excel/i.test(types)
    ? "A spreadsheet cannot be read; save it as CSV or PDF."
    : /presentationml|ms-powerpoint/i.test(types)
      ? "Slides cannot be read; save them as PDF."
      : "An archive cannot be read; add the files in it one by one.";
  throw new UnreadableFile(kind);
}
