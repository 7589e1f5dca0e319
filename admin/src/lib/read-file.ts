import type { AddDocumentRequest } from "../../../protocol/admin-documents.ts";

/** The protocol's limit for one document's text. */
const maxDocumentChars = 5_000_000;

const formats: Record<string, NonNullable<AddDocumentRequest["format"]>> = {
  md: "markdown",
  mdx: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  txt: "text",
};

export const acceptedFiles = Object.keys(formats)
  .map((extension) => `.${extension}`)
  .join(",");

export type ReadFile = { type: "ok"; document: AddDocumentRequest } | { type: "refused"; reason: string };

/** Reads a chosen file as the text of a document, or says why it cannot be one. */
export async function readFile(file: {
  name: string;
  size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}): Promise<ReadFile> {
  const format = formats[file.name.split(".").at(-1)?.toLowerCase() ?? ""];
  if (!format) return { type: "refused", reason: "Only .md, .html and .txt files can be added here." };
  // Four bytes is the most a character takes, so a larger file is certainly too long.
  if (file.size > maxDocumentChars * 4) return { type: "refused", reason: "The file is too large." };
  const content = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (content === null || content.includes("\u0000")) return { type: "refused", reason: "This is not a text file." };
  if (content.trim() === "") return { type: "refused", reason: "The file is empty." };
  if (content.length > maxDocumentChars)
    return { type: "refused", reason: "The text is longer than five million characters." };
  return { type: "ok", document: { source: file.name, format, content } };
}

/** UTF-8, UTF-16 with a mark, the charset an HTML page names, or Windows-1252 as the last resort. */
function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 2_048));
    const named = /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)?.[1];
    return decodeAs(named ?? "windows-1252", bytes);
  }
}

function decodeAs(charset: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(charset).decode(bytes).toWellFormed();
  } catch {
    return null;
  }
}
