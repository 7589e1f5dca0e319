import type { DocumentView, PlainFormat } from "../../protocol/admin-documents.ts";
import { AppError } from "../errors.ts";
import { defaultLimits } from "../reading/parsers/parser-limits.ts";
import { withTenant } from "../store/transaction.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import type { DocumentMetadata, NewFile } from "./new-document.ts";
import { wakeWorker } from "./queue-job.ts";
import { storeVersion } from "./store-version.ts";

/** A document given as text. */
export interface NewText extends DocumentMetadata {
  source: string;
  content: string;
  format?: PlainFormat;
}

/** Longest content that is taken, in characters. */
const maxContentChars = 5_000_000;

/**
 * Takes a text as a document, or as a new version of one.
 * @throws AppError when the content is too long or not text; `not_found` when there is no document to replace.
 */
export async function addDocument(
  deps: KnowledgeDeps,
  tenantId: string,
  { content, ...document }: NewText,
): Promise<DocumentView> {
  checkContent(content);
  return addFile(deps, tenantId, {
    ...document,
    bytes: Buffer.from(content, "utf8"),
    declaredType: "text/plain; charset=utf-8",
  });
}

/**
 * Takes a file of any kind: stores what was given and queues the reading of it, which happens in a process of its own
 * because the bytes may be hostile.
 * @throws AppError `payload_too_large`, or `not_found` when there is no document to replace.
 */
export async function addFile(deps: KnowledgeDeps, tenantId: string, file: NewFile): Promise<DocumentView> {
  if (file.bytes.length > defaultLimits.fileBytes) {
    const megabytes = Math.floor(defaultLimits.fileBytes / 1024 / 1024);
    throw new AppError("payload_too_large", `A file may have ${megabytes} MB at most.`);
  }
  const { document, job, isChanged } = await withTenant(deps.db, tenantId, (tx) => storeVersion(tx, file));
  if (job) await wakeWorker(deps, tenantId, job);
  if (isChanged) await deps.onDocumentChanged(tenantId, document.id, document.current_version_id);
  return toView(document);
}

function checkContent(content: string): void {
  if (content.length > maxContentChars) {
    throw new AppError("payload_too_large", `A document may have at most ${maxContentChars} characters.`);
  }
  if (content.includes("\u0000") || !content.isWellFormed()) {
    throw new AppError("unprocessable_document", "The document is not text: it holds bytes that no text has.");
  }
}
