import { createHash } from "node:crypto";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { titleFromSource } from "../reading/extract/title.ts";
import { insertFile, insertVersion } from "../store/document-versions.ts";
import {
  type DocumentRow,
  findDocument,
  lockDocument,
  updateDocumentFields,
  updateDocumentStatus,
  updateWantedVersion,
  upsertDocument,
} from "../store/documents.ts";
import { type DocumentMetadata, fieldsOf, type NewFile } from "./new-document.ts";
import { purgeDocument } from "./purge-document.ts";
import { queueJob } from "./queue-job.ts";
import { reindexTerms, retitle } from "./retitle.ts";

/** The stored document, and the work that is left after the commit. */
export interface StoredDocument {
  document: DocumentRow;
  job: QueuedJob | null;
  /** The metadata of a searchable document has changed, and a purge of cached answers is queued. */
  isChanged: boolean;
  /** The content has changed. */
  isNewVersion: boolean;
}

/** Finds or adds the document, and locks its row until the transaction ends. */
export async function openDocument(
  tx: TenantTransaction,
  source: string,
  metadata: DocumentMetadata,
): Promise<{ document: DocumentRow; isChanged: boolean }> {
  const fields = fieldsOf(metadata);
  const id =
    metadata.replace ?? (await upsertDocument(tx, newId(), { ...fields, source, title: titleFromSource(source) })).id;
  if (!(await lockDocument(tx, id)))
    throw new AppError("not_found", "The document to replace was not found. Check the id in `replace`.");
  const before = await mustFind(tx, id);
  const isChanged = await updateDocumentFields(tx, id, fields);
  const document = await mustFind(tx, id);
  if (isChanged) await purgeDocument(tx, document);
  if (document.locale !== before.locale) await reindexTerms(tx, id, document.current_version_id);
  return { document, isChanged };
}

/**
 * Stores a file as the document's next version and queues a job that parses it. Unchanged content creates no new version; if parsing it
 * failed before, it is parsed again.
 * @param isFetched the document's status is the status of the fetch and says nothing about the version
 */
export async function storeVersion(
  tx: TenantTransaction,
  file: NewFile,
  { isFetched = false }: { isFetched?: boolean } = {},
): Promise<StoredDocument> {
  const opened = await openDocument(tx, file.source, file);
  const { document } = opened;
  const title = file.title?.trim() || null;
  const format = file.format ?? "file";
  const contentHash = createHash("sha256").update(`${format}\n`).update(file.bytes).digest("hex");
  if (document.version_id !== null && document.content_hash === contentHash) {
    const isRetitled = title !== null && (await retitle(tx, document, title));
    if (isRetitled) await purgeDocument(tx, document);
    const isUnread = isFetched && document.current_version_id !== document.version_id;
    const job =
      document.status === "failed" || isUnread
        ? await queueReading(tx, { documentId: document.id, versionId: document.version_id })
        : null;
    return {
      document: await mustFind(tx, document.id),
      job,
      isChanged: document.current_version_id !== null && (opened.isChanged || isRetitled),
      isNewVersion: false,
    };
  }
  const versionId = newId();
  await insertVersion(tx, {
    id: versionId,
    documentId: document.id,
    contentHash,
    format,
    rawText: "",
    // Keep a title that an agent set.
    title: title ?? document.given_title,
    byteSize: file.bytes.length,
  });
  await insertFile(tx, versionId, { name: file.source, declaredType: file.declaredType ?? null, bytes: file.bytes });
  await updateWantedVersion(tx, document.id, versionId);
  const job = await queueReading(tx, { documentId: document.id, versionId });
  return {
    document: await mustFind(tx, document.id),
    job,
    isChanged: document.current_version_id !== null && opened.isChanged,
    isNewVersion: true,
  };
}

/** Queues a job that parses a version from its stored bytes. */
export async function queueReading(
  tx: TenantTransaction,
  { documentId, versionId, again }: { documentId: string; versionId: string; again?: boolean },
): Promise<QueuedJob> {
  await updateDocumentStatus(tx, documentId, { status: "queued" });
  return queueJob(tx, { kind: "ingest", targetId: versionId, documentId, detail: { again } });
}

async function mustFind(tx: TenantTransaction, id: string): Promise<DocumentRow> {
  const row = await findDocument(tx, id);
  if (!row) throw new Error("the document that was just stored is not there");
  return row;
}
