import { fileTypeFromBuffer } from "file-type";
import { detectFormat } from "../extract/format.ts";
import { officeKind } from "../office/office-parts.ts";
import { charsetOfType, decodeText, hasMark } from "./decode-text.ts";
import type { FileInHand } from "./read-file.ts";
import { UnreadableFile } from "./unreadable-file.ts";

interface TextFile {
  kind: "html" | "markdown" | "text" | "csv";
  text: string;
  notes: string[];
}

export type DetectedFile = { kind: "pdf" } | { kind: "docx" | "xlsx" | "pptx" } | TextFile;

/** Part of a file in which readers search the PDF header, in bytes. A text about PDF does not count. */
const pdfHeadBytes = 1_024;
/** Largest share of control characters in a text file. */
const maxControlShare = 0.01;
/** Text types that the file-type library detects. */
const textTypes = new Set(["application/xml", "text/html", "text/plain", "text/csv", "text/vcard", "image/svg+xml"]);

const textEndings = new Set(["md", "mdx", "markdown", "mdown", "txt", "text"]);

const oldOffice = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const zip = [0x50, 0x4b];
/** The signature of an archive's end record. */
const endOfZip = Buffer.from("PK\u0005\u0006", "latin1");

/**
 * Detects the format of a file: by its content first, then by the extension, then by the declared type.
 * @throws UnreadableFile for an unsupported file.
 */
export async function detectFile({ bytes, name, declaredType, kind, limits }: FileInHand): Promise<DetectedFile> {
  if (bytes.length === 0) throw new UnreadableFile("The file is empty.");
  if (kind !== null && bytes.length <= limits.textBytes) return { ...detectText(bytes, name, declaredType), kind };
  if (isPdf(bytes, name, declaredType)) return { kind: "pdf" };
  if (startsWith(bytes, oldOffice)) throw oldOfficeFile(bytes);
  const office = startsWith(bytes, zip) ? officeKind(bytes) : null;
  if (office) return { kind: office };
  if (startsWith(bytes, zip) || holdsDocx(bytes, name, declaredType)) return { kind: "docx" };
  refuseOtherContent(name);
  // A byte order mark is the start of an MP3 to the library.
  const type = hasMark(bytes) ? undefined : await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type && !textTypes.has(type.mime)) {
    throw new UnreadableFile(`${type.ext.toUpperCase()} files are not supported.`);
  }
  if (bytes.length > limits.textBytes) {
    throw new UnreadableFile(`A text file can have at most ${Math.floor(limits.textBytes / 1024 / 1024)} MB.`);
  }
  return detectText(bytes, name, declaredType);
}

function isPdf(bytes: Uint8Array, name: string, declaredType: string | null): boolean {
  const head = Buffer.from(bytes.subarray(0, pdfHeadBytes)).toString("latin1");
  const isCalledPdf = endingOf(name) === "pdf" || (declaredType?.startsWith("application/pdf") ?? false);
  return /^[\s\xef\xbb\xbf]*%PDF-\d/.test(head) || (isCalledPdf && head.includes("%PDF-"));
}

/** Other bytes may precede an archive; office programs still read it. */
function holdsDocx(bytes: Uint8Array, name: string, declaredType: string | null): boolean {
  const isCalledDocx = /^do[ct][xm]$/.test(endingOf(name)) || (declaredType?.includes("wordprocessingml") ?? false);
  return isCalledDocx && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(endOfZip);
}

function detectText(bytes: Uint8Array, name: string, declaredType: string | null): TextFile {
  const { text, encoding, isGuess } = decodeText(bytes, charsetOfType(declaredType));
  const control = countStrange(text);
  if (control > text.length * maxControlShare) throw new UnreadableFile("This file type is not supported.");
  const notes = encoding === "utf-8" ? [] : [`Read as ${encoding}${isGuess ? " (detected automatically)" : ""}.`];
  return { kind: textKind(text, name, declaredType), text, notes };
}

/** Counts replacement characters and the control characters that no text contains (some encodings use escapes). */
function countStrange(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isControl = code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1b;
    if (isControl || code === 0xfffd) count += 1;
  }
  return count;
}

function textKind(text: string, name: string, declaredType: string | null): "html" | "markdown" | "text" | "csv" {
  const byContent = detectFormat(text, name);
  if (byContent === "html") return "html";
  if (endingOf(name) === "csv" || endingOf(name) === "tsv") return "csv";
  const known = byContent === "markdown" ? "markdown" : "text";
  const isNamed = textEndings.has(endingOf(name));
  return isNamed ? known : (declaredKind(declaredType) ?? known);
}

function declaredKind(declaredType: string | null): "html" | "markdown" | "csv" | undefined {
  const type = declaredType?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (type === "text/markdown") return "markdown";
  if (type === "text/csv" || type === "text/tab-separated-values") return "csv";
  return undefined; // servers send `text/plain` for everything
}

function refuseOtherContent(name: string): void {
  const ending = endingOf(name);
  if (!["pdf", "docx", "docm", "xlsx", "pptx"].includes(ending)) return;
  throw new UnreadableFile(`The file is damaged: it is named as ${ending.toUpperCase()}, but its content is not.`);
}

/** The extension of a file name, path or address, in lower case. */
function endingOf(name: string): string {
  return /\.(\w{1,10})$/.exec(name.replace(/[?#][\s\S]*$/, ""))?.[1]?.toLowerCase() ?? "";
}

function oldOfficeFile(bytes: Uint8Array): UnreadableFile {
  const isEncrypted = Buffer.from(bytes).includes(Buffer.from("EncryptedPackage", "utf16le"));
  return new UnreadableFile(
    isEncrypted
      ? "The file is password-protected. Remove the password and upload it again."
      : "Old Office formats (.doc, .xls, .ppt) are not supported. Save the file as DOCX, XLSX, PPTX or PDF.",
  );
}

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
