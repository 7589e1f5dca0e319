import { isUtf8 } from "node:buffer";
import type { AttachmentKind } from "../../../../protocol/attachments.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { listZip } from "../docx/read-zip.ts";
import { pictureKind } from "./picture-size.ts";

const endings: Record<string, AttachmentKind> = {
  png: "png",
  jpg: "jpeg",
  jpeg: "jpeg",
  jfif: "jpeg",
  webp: "webp",
  gif: "gif",
  pdf: "pdf",
  txt: "txt",
  csv: "csv",
  log: "log",
  docx: "docx",
  xlsx: "xlsx",
  zip: "zip",
};

/** Media types that identify a file. Programs send other types when they do not know the format. */
const claimedTypes: Record<string, AttachmentKind> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/webp": "webp",
  "image/gif": "gif",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
};

const textKinds: readonly AttachmentKind[] = ["txt", "csv", "log"];
/** Most entries of an archive that are inspected; office programs write fewer. */
const maxZipEntries = 10_000;
/** Control characters of text: tab, line ends and page ends. Terminal colour codes do not count. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;
/** Content that a browser may detect as a page, a picture or a program, whatever the file name is. */
const markup =
  /^\s*<(?:!doctype|!--|\?xml|html|head|body|svg|script|iframe|style|meta|title|table|a|b|br|div|h1|p)[\s>/!-]/i;

/**
 * Detects the kind of a file from its bytes, and checks that its name and declared type match.
 * @throws UnreadableFile with a message for the sender.
 */
export function detectKind(file: { bytes: Buffer; name: string; declaredType: string | null }): AttachmentKind {
  const { bytes, name } = file;
  if (bytes.length === 0) throw new UnreadableFile("The file is empty.");
  const ending = /\.([\p{L}\p{N}_-]{1,12})$/u.exec(name)?.[1]?.toLowerCase();
  const byName = ending === undefined ? undefined : endings[ending];
  if (ending !== undefined && byName === undefined)
    throw new UnreadableFile(`${ending.toUpperCase()} files are not supported.`);
  const byType = claimedTypes[file.declaredType?.split(";", 1)[0]?.trim().toLowerCase() ?? ""];
  const found = kindOf(bytes);
  const kind = found === "txt" && byName && textKinds.includes(byName) ? byName : found;
  for (const claimed of [byName, byType])
    if (claimed !== undefined && claimed !== kind)
      throw new UnreadableFile(
        `The file is named as ${claimed.toUpperCase()}, but its content is ${kind === undefined ? "something else" : kind.toUpperCase()}.`,
      );
  if (kind === undefined) throw new UnreadableFile("This file type is not supported.");
  return kind;
}

function kindOf(bytes: Buffer): AttachmentKind | undefined {
  const picture = pictureKind(bytes);
  if (picture) return picture;
  if (/^%PDF-\d/.test(bytes.toString("latin1", 0, 8))) return "pdf";
  if (bytes.toString("latin1", 0, 4) === "PK\u0003\u0004") return archiveKind(bytes);
  return isPlainText(bytes) ? "txt" : undefined;
}

/** Office files are archives with known parts. A file with macros is not accepted. */
function archiveKind(bytes: Buffer): AttachmentKind | undefined {
  const names = (listZip(bytes, maxZipEntries) ?? []).map(({ name }) => name.toLowerCase());
  if (names.length === 0) return undefined;
  if (!names.includes("[content_types].xml")) return "zip";
  if (names.some((name) => name.endsWith("vbaproject.bin"))) return undefined;
  if (names.includes("word/document.xml")) return "docx";
  return names.includes("xl/workbook.xml") ? "xlsx" : "zip";
}

function isPlainText(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false;
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  return !controls.test(text) && !markup.test(text);
}
