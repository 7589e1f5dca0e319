import type { Extraction } from "../reading/extract/blocks.ts";
import { readParsed } from "../reading/extract/parsed.ts";
import type { FileParser } from "../reading/parsers/file-parser.ts";
import type { DocumentFile } from "../store/document-files.ts";
import type { PageText, VersionRow } from "../store/document-versions.ts";
import { asDocumentFault } from "./run-job.ts";

/** What is in a version. */
export interface ReadVersion {
  extraction: Extraction;
  pages: PageText[];
  notes: string[];
  /** What the content turned out to be; null where an older version does not say. */
  readAs: string | null;
}

interface ReadRequest {
  version: Pick<VersionRow, "format" | "raw_text" | "source">;
  file?: DocumentFile | undefined;
  group: string;
  signal: AbortSignal;
}

/**
 * Reads a version in a process of its own.
 * @throws DocumentFault when the content is at fault; AppError when it is worth another try.
 */
export async function readVersion(
  parser: Pick<FileParser, "parseFile">,
  { version, file, group, signal }: ReadRequest,
): Promise<ReadVersion> {
  if (version.format === "parsed" && !file) {
    const { extraction, pages } = readParsed(version.raw_text);
    return { extraction, pages, notes: [], readAs: null };
  }
  const parsed = await parser
    .parseFile({
      bytes: file?.bytes ?? Buffer.from(version.raw_text, "utf8"),
      name: file?.name ?? version.source,
      declaredType: file?.declaredType ?? (file ? undefined : "text/plain; charset=utf-8"),
      kind: version.format === "file" || version.format === "parsed" ? undefined : version.format,
      group,
      signal,
    })
    .catch(asDocumentFault);
  const hasPages = parsed.format === "pdf";
  return {
    extraction: parsed.extraction,
    pages: hasPages ? parsed.pageTexts : parsed.pageTexts.map(({ text }) => ({ page: null, text })),
    notes: parsed.notes,
    readAs: parsed.format,
  };
}
