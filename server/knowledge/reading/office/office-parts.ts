import { UnreadableFile } from "../child/unreadable-file.ts";
import { listZip, unpackEntry } from "../docx/read-zip.ts";

/** Most entries of an archive, and largest unpacked size of one part and of all: their readers need about ten times as much memory. */
const maxEntries = 4_000;
const maxPartBytes = 20 * 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;

/** The kind of an office file, by the names of its parts; null for another archive. */
export function officeKind(bytes: Uint8Array): "xlsx" | "pptx" | null {
  const names = new Set((listZip(bufferOf(bytes), maxEntries) ?? []).map(({ name }) => name.toLowerCase()));
  if (names.has("xl/workbook.xml")) return "xlsx";
  return names.has("ppt/presentation.xml") ? "pptx" : null;
}

/**
 * Unpacks the XML parts whose names match. Sizes are measured while unpacking, because an archive may lie about them.
 * @throws UnreadableFile for a broken, protected or too large file.
 */
export function officeParts(bytes: Uint8Array, wanted: RegExp): Map<string, Buffer> {
  const buffer = bufferOf(bytes);
  const parts = new Map<string, Buffer>();
  let total = 0;
  for (const entry of listZip(buffer, maxEntries) ?? []) {
    if (entry.isEncrypted)
      throw new UnreadableFile("The file is password-protected. Remove the password and upload it again.");
    if (!wanted.test(entry.name)) continue;
    const content = unpack(() => unpackEntry(buffer, entry, Math.min(maxPartBytes, maxTotalBytes - total)));
    if (!content) throw new UnreadableFile("The file was rejected: it is too large when unpacked.");
    total += content.length;
    parts.set(entry.name, content);
  }
  return parts;
}

function unpack(read: () => Buffer | undefined): Buffer | undefined {
  try {
    return read();
  } catch (cause) {
    throw new UnreadableFile("The file is damaged: it is not complete.", cause);
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
