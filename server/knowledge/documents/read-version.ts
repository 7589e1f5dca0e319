import type { Extraction } from "../reading/extract/blocks.ts";
import type { FileParser } from "../reading/parsers/file-parser.ts";
import type { DocumentFile, PageText, VersionRow } from "../store/document-versions.ts";
import { asDocumentFault } from "./run-job.ts";

/** The parsed content of a version. */
export interface ReadVersion {
  extraction: Extraction;
  pages: PageText[];
  notes: string[];
  /** The detected format. */
  readAs: string;
}

interface ReadRequest {
  version: Pick<VersionRow, "format" | "raw_text" | "source">;
  file?: DocumentFile | undefined;
  group: string;
  signal: AbortSignal;
}

/**
 * Parses a version in another process.
 * @throws DocumentFault when the content is invalid; AppError when another attempt may succeed.
 */
export async function readVersion(
  parser: Pick<FileParser, "parseFile">,
  { version, file, group, signal }: ReadRequest,
): Promise<ReadVersion> {
  const parsed = await parser
    .parseFile({
      bytes: file?.bytes ?? Buffer.from(version.raw_text, "utf8"),
      name: file?.name ?? version.source,
      declaredType: file?.declaredType ?? (file ? undefined : "text/plain; charset=utf-8"),
      kind: version.format === "file" ? undefined : version.format,
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
