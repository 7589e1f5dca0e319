import { isUtf8 } from "node:buffer";
import type { DocumentView } from "../../protocol/admin.ts";
import { addDocument, type NewDocument } from "./add-document.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { storeParsed } from "./extract/parsed.ts";
import type { FileParser } from "./parsers/file-parser.ts";

export interface AddFileRequest extends Pick<NewDocument, "source" | "title" | "url" | "set" | "kind" | "locale"> {
  bytes: Uint8Array;
  /** Media type that came with the file. */
  declaredType?: string;
}

/** Kinds that are stored as they are, so that their text can be shown and compared as it was written. */
const plainName = /\.(?:md|mdx|markdown|txt|text)$/i;

/**
 * Takes a file in. Plain text is stored as it is; everything else is read by a process of its own first,
 * because its bytes may be hostile.
 * @throws AppError `unprocessable_document` with a plain reason when nothing can be read.
 */
export async function addFile(
  deps: KnowledgeDeps & { parser: FileParser },
  tenantId: string,
  { bytes, declaredType, ...document }: AddFileRequest,
): Promise<DocumentView> {
  if (plainName.test(document.source) && isUtf8(bytes)) {
    return addDocument(deps, tenantId, {
      ...document,
      content: Buffer.from(bytes)
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    });
  }
  const parsed = await deps.parser.parseFile({ bytes, name: document.source, declaredType, group: tenantId });
  return addDocument(deps, tenantId, { ...document, format: "parsed", content: storeParsed(parsed) });
}
