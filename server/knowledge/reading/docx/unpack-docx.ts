import JSZip from "jszip";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { countVisible } from "../extract/blocks.ts";
import type { Losses } from "./losses.ts";
import { Numbering } from "./numbering.ts";
import { plainParts } from "./plain-parts.ts";
import { listZip, unpackEntry, type ZipEntry } from "./read-zip.ts";

/** Most entries; a file with long tables and many pictures has a few hundred. */
const maxEntries = 4_000;
/** Largest unpacked size of one text part, and of all parts. Parsing takes about ten times as much memory. */
const maxPartBytes = 24 * 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;
/** Largest compression ratio. Repetitive tables shrink to one fiftieth, empty cells even further. Small parts have no limit. */
const maxRatio = 200;
const ratioFromBytes = 16 * 1024 * 1024;

/** XML parts that contain no document text. */
const partsWithoutText = /^(?:customXml|word\/(?:theme|glossary|charts|diagrams|embeddings|media|activeX))\//i;
const partsWithText = /^word\/(?:document\d*|footnotes|endnotes)\.xml$/;
const mainPart = /^word\/document\d*\.xml$/;
const contentTypes = "[Content_Types].xml";
const broken = "The file is damaged: it is not a complete DOCX.";

/** Characters of XML per step. Three readers hold them as trees, which take a hundred times as much memory. */
const partChars = 1_000_000;

export interface UnpackedDocx {
  /** The document; a large one is split into several, in order. */
  archives: AsyncGenerator<Buffer>;
  /** Letters and digits in the text parts; the reader should find this many. */
  visible: number;
  losses: Losses;
}

/** Returns the text parts of a DOCX as small archives for the reader. Unpacks nothing else, and checks the size during unpacking. */
export function unpackDocx(bytes: Uint8Array): UnpackedDocx {
  const packed = readParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  refuseOtherKinds(packed);
  const parts = new Map<string, string>();
  let visible = 0;
  for (const [name, content] of packed) {
    const xml = plainXml(content);
    packed.delete(name);
    if (partsWithText.test(name)) visible += countVisible(textOfXml(xml));
    parts.set(name, xml);
  }
  const main = [...parts.keys()].find((name) => mainPart.test(name)) ?? "";
  const partNamed = (name: RegExp) => [...parts].find(([each]) => name.test(each))?.[1] ?? "";
  const numbering = new Numbering(partNamed(/^word\/numbering\d*\.xml$/), partNamed(/^word\/styles\d*\.xml$/));
  const { xml, losses } = plainParts(parts.get(main) ?? "", numbering);
  return { archives: archivesOf(parts, main, xml), visible, losses };
}

async function* archivesOf(parts: Map<string, string>, main: string, body: string): AsyncGenerator<Buffer> {
  const documents = divideDocument(slimXml(body), partChars);
  for (const document of documents) {
    const archive = new JSZip();
    for (const [name, xml] of parts) archive.file(name, name === main ? document : xml);
    yield await archive.generateAsync({ type: "nodebuffer", compression: "STORE" });
  }
}

function readParts(bytes: Buffer): Map<string, Buffer> {
  const entries = listZip(bytes, maxEntries);
  if (!entries) throw new UnreadableFile(broken);
  if (entries.length > maxEntries) throw new UnreadableFile("The file was rejected: it contains too many parts.");
  const parts = new Map<string, Buffer>();
  let total = 0;
  for (const entry of entries) {
    if (entry.isEncrypted)
      throw new UnreadableFile("The file is password-protected. Remove the password and upload it again.");
    if (!/\.(?:xml|rels)$/i.test(entry.name) || partsWithoutText.test(entry.name)) continue;
    const content = readPart(bytes, entry, maxTotalBytes - total);
    if (!content) continue;
    total += content.length;
    // Programs would show two parts with the same name differently.
    if (parts.get(entry.name)?.equals(content) === false) throw new UnreadableFile(broken);
    parts.set(entry.name, content);
  }
  return parts;
}

/** Returns undefined for a broken part without text, because settings and styles are optional. A broken text part is an error. */
function readPart(bytes: Buffer, entry: ZipEntry, left: number): Buffer | undefined {
  const packed = entry.end - entry.at;
  const limit = Math.min(maxPartBytes, left, Math.max(ratioFromBytes, packed * maxRatio));
  let content: Buffer | undefined;
  try {
    content = unpackEntry(bytes, entry, limit);
  } catch (cause) {
    if (!partsWithText.test(entry.name)) return undefined;
    throw new UnreadableFile(broken, cause);
  }
  if (!content) {
    throw new UnreadableFile("The file was rejected: it is too large when unpacked.");
  }
  return content;
}

function refuseOtherKinds(parts: Map<string, Buffer>): void {
  const types = parts.get(contentTypes)?.toString("utf8") ?? "";
  if (/wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled/i.test(types))
    return;
  if (parts.has("word/document.xml") && types !== "") return;
  const kind = /spreadsheetml|ms-excel/i.test(types)
    ? "Spreadsheets are not supported. Save it as CSV or PDF."
    : /presentationml|ms-powerpoint/i.test(types)
      ? "Slides are not supported. Save them as PDF."
      : "Archives are not supported. Unpack it and add the files.";
  throw new UnreadableFile(kind);
}

/** Office never declares entities. A file that declares them may be an attack. */
const declarations = /<!(?:DOCTYPE|ENTITY)/i;

/** Wrappers that the reader would skip together with their text: text direction and pronunciation guides. */
const wrappers = /<\/?w:(?:dir|bdo|ruby|rubyBase)(?:\s[^<>]{0,500})?>/g;
/** Characters that XML forbids; a single one stops the parser. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const pronunciation = /<w:(rt|rubyPr)>(?:(?!<w:(?:rt|rubyPr)>)[\s\S]){0,4000}?<\/w:\1>/g;

/** The XML of one part without the elements that the reader cannot handle. @throws UnreadableFile when it declares entities. */
function plainXml(content: Buffer): string {
  const xml = new TextDecoder(encodingOf(content)).decode(content);
  if (declarations.test(xml)) throw new UnreadableFile("The file was rejected: its XML declares entities.");
  return xml.replace(control, "").replace(pronunciation, "").replace(wrappers, "").trim();
}

/** The text of a part's XML, without deletions. Drawings contain their text twice, the second time for old readers. */
export function textOfXml(xml: string): string {
  const once = xml.replace(/<mc:Fallback>(?:(?!<mc:Fallback>)[\s\S])*?<\/mc:Fallback>/g, "");
  return Array.from(once.matchAll(/<w:t(?:\s[^<>]{0,200})?>([^<]*)<\/w:t>/g), ([, text]) => text).join("");
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Formatting, which makes up most of a large document. */
const looks =
  /<w:(?:proofErr|noProof|lang|rFonts|sz|szCs|color|kern|spacing|w|position|lastRenderedPageBreak|bookmarkStart|bookmarkEnd|shd|jc|ind|tcW|tcMar|vAlign|noWrap|hideMark|keepNext|keepLines|widowControl|contextualSpacing|snapToGrid|autoSpaceDE|autoSpaceDN|adjustRightInd|bCs|iCs|trHeight|cantSplit|tblW|tblLook|tblLayout|tblInd|gridCol)(?:\s[^<>]*)?\/>/g;
const borders = /<w:(tcBorders|tblBorders|pBdr|tblCellMar|tcMar|tabs|tblGrid)>(?:(?!<w:\1>)[\s\S]){0,4000}?<\/w:\1>/g;
/** Attributes that record editing sessions. */
const sessions = /\s(?:w:rsid\w*|w14:\w+Id)="[^"]*"/g;
const empty = /<w:(rPr|pPr|tcPr|trPr|tblPr)(?:\s*\/>|>\s*<\/w:\1>)/g;
/** Consecutive runs with the same format. Spell checkers and editing create them after each word. */
const plainRuns = /(?:<w:r><w:t(?: xml:space="preserve")?>[^<]*<\/w:t><\/w:r>){2,}/g;
const plainRun = /<w:r><w:t(?: xml:space="preserve")?>([^<]*)<\/w:t><\/w:r>/g;

/** The XML of a part with the same text, headings, lists and tables, without formatting. */
export function slimXml(xml: string): string {
  return xml
    .replace(sessions, "")
    .replace(looks, "")
    .replace(borders, "")
    .replace(empty, "")
    .replace(plainRuns, (runs) => `<w:r><w:t xml:space="preserve">${runs.replace(plainRun, "$1")}</w:t></w:r>`);
}

/** Text in content controls, outside the body's own elements. */
const controls =
  /<\/?w:(?:sdt|sdtContent)(?:\s[^<>]*)?>|<w:(sdtPr|sdtEndPr)>(?:(?!<w:(?:sdtPr|sdtEndPr)>)[\s\S]){0,8000}?<\/w:\1>/g;
const tag = /<(\/?)([\w:]+)(?![\w:])[^<>]*?(\/?)>/g;

/**
 * Splits a document's XML into documents of about this many characters, between two paragraphs or two table rows, so that only one is held
 * as a tree. Returns a shorter document unchanged.
 */
function divideDocument(xml: string, partChars: number): string[] {
  const open = /<w:body(?:\s[^<>]*)?>/.exec(xml);
  const close = xml.lastIndexOf("</w:body>");
  if (xml.length <= partChars * 1.5 || !open || close < open.index) return [xml];
  const head = xml.slice(0, open.index + open[0].length);
  const tail = xml.slice(close);
  const body = xml.slice(head.length, close).replace(controls, "");
  return cutBody(body, partChars).map((part) => head + part + tail);
}

function cutBody(body: string, partChars: number): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let isInTable = false;
  let reopen = "";
  for (const { index, 0: whole, 1: closing, 2: name, 3: alone } of body.matchAll(tag)) {
    if (alone === "/") continue;
    depth += closing === "/" ? -1 : 1;
    if (depth === 1 && closing === "") isInTable = name === "w:tbl";
    const end = index + whole.length;
    const isBetweenRows = depth === 1 && isInTable && name === "w:tr" && closing === "/";
    if (end - from < partChars || closing === "" || (depth !== 0 && !isBetweenRows)) continue;
    parts.push(`${reopen}${body.slice(from, end)}${isBetweenRows ? "</w:tbl>" : ""}`);
    reopen = isBetweenRows ? "<w:tbl>" : "";
    from = end;
  }
  const rest = reopen + body.slice(from);
  return /<w:t[\s>]/.test(rest) ? [...parts, rest] : parts;
}
