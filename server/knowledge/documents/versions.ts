import type { DocumentPages, DocumentView } from "../../../protocol/admin-documents.ts";
import type { ComparedVersions, DocumentVersionView } from "../../../protocol/document-versions.ts";
import { deleteTerms, insertTerms } from "../../assistant/store/chunk-search.ts";
import { listChunksOfVersion } from "../../assistant/store/chunks.ts";
import { AppError } from "../../core/errors.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  findPages,
  findVersion,
  findVersionByNumber,
  listVersions,
  updateEmbeddedCount,
  updateVersionLabel,
  type VersionSummaryRow,
} from "../store/document-versions.ts";
import {
  type DocumentRow,
  findDocument,
  lockDocument,
  updateCurrentVersion,
  updateDocumentStatus,
  updateWantedVersion,
} from "../store/documents.ts";
import { publishVectors } from "../store/draft-vectors.ts";
import { compareParagraphs, type Paragraph } from "./compare-paragraphs.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { toView as toDocumentView } from "./document-view.ts";
import { documentNotFound } from "./documents.ts";
import { purgeDocument } from "./purge-document.ts";
import { queueJob } from "./queue-job.ts";
import { termsOf } from "./terms-of.ts";

/** Every version of a document, newest first. @throws AppError `not_found`. */
export async function listDocumentVersions(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  documentId: string,
): Promise<DocumentVersionView[]> {
  return withTenant(db, tenantId, async (tx) => {
    await mustFind(tx, documentId);
    return (await listVersions(tx, documentId)).map(toView);
  });
}

/** Names a version, for example "2024". The name is shown beside the title. @throws AppError `not_found`. */
export async function labelVersion(
  deps: KnowledgeDeps,
  tenantId: string,
  { documentId, version, label }: { documentId: string; version: number; label: string | null },
): Promise<DocumentVersionView[]> {
  return withTenant(deps.db, tenantId, async (tx) => {
    await mustFind(tx, documentId);
    if (!(await updateVersionLabel(tx, { documentId, version, label })))
      throw new AppError("not_found", "There is no such version.");
    await auditAction(tx, deps, { action: "document.change", id: documentId, detail: { version, label } });
    return (await listVersions(tx, documentId)).map(toView);
  });
}

/** The parsed text of a version, page by page; of the wanted version when no number is given. @throws AppError `not_found`. */
export async function readPages(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { documentId, version }: { documentId: string; version?: number },
): Promise<DocumentPages> {
  return withTenant(db, tenantId, async (tx) => {
    const document = await mustFind(tx, documentId);
    const { id, version: number, coverage, notes } = await mustFindVersion(tx, documentId, version ?? document.version);
    const pages = await findPages(tx, id);
    return {
      document_id: documentId,
      version: number,
      coverage,
      notes,
      pages: pages.map(({ page, text }) => ({ page, text, characters: text.length })),
    };
  });
}

/** Compares the paragraphs of two versions; by default a version with the previous one. @throws AppError `not_found`. */
export async function compareVersions(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { documentId, version, other }: { documentId: string; version: number; other?: number },
): Promise<ComparedVersions> {
  const [older, newer] = [version, other ?? Math.max(1, version - 1)].sort((a, b) => a - b) as [number, number]; // two go in
  const texts = await withTenant(db, tenantId, async (tx) => {
    await mustFind(tx, documentId);
    const read = async (number: number) => findPages(tx, (await mustFindVersion(tx, documentId, number)).id);
    return { older: await read(older), newer: await read(newer) };
  });
  const changes = await compareParagraphs(paragraphsOf(texts.older), paragraphsOf(texts.newer));
  const count = (type: ComparedVersions["changes"][number]["type"]) =>
    changes.filter((change) => change.type === type).length;
  return { older, newer, added: count("added"), removed: count("removed"), unchanged: count("unchanged"), changes };
}

/**
 * Makes an earlier version the current one, in one transaction; a job adds missing vectors.
 * @throws AppError `not_found`, or `conflict` for a version that could not be parsed.
 */
export async function restoreVersion(
  deps: KnowledgeDeps,
  tenantId: string,
  { documentId, version }: { documentId: string; version: number },
): Promise<DocumentView> {
  const { job, restored } = await withTenant(deps.db, tenantId, async (tx) => {
    const document = await lockDocument(tx, documentId);
    if (!document) throw documentNotFound();
    const { id, is_draft: isDraft } = await mustFindVersion(tx, documentId, version);
    if (isDraft) throw new AppError("conflict", "This version is a draft. Publish its release instead.");
    const queued = await swapBack(deps, tx, { documentId, versionId: id, currentId: document.current_version_id });
    await purgeDocument(tx, { id: documentId, current_version_id: document.current_version_id });
    await auditAction(tx, deps, { action: "document.restore", id: documentId, detail: { version } });
    return { job: queued, restored: await mustFind(tx, documentId) };
  });
  if (job) await deps.queues.wake(tenantId, job);
  await deps.purgeCache(tenantId);
  return toDocumentView(restored);
}

/**
 * Makes a version with passages the current one. The caller locks the document and purges cached answers. @throws AppError `conflict` for a
 * version without passages.
 */
export async function swapBack(
  { db, embeddings }: Pick<KnowledgeDeps, "db" | "embeddings">,
  tx: TenantTransaction,
  { documentId, versionId, currentId }: { documentId: string; versionId: string; currentId: string | null },
): Promise<QueuedJob | null> {
  const version = await findVersion(tx, versionId);
  const chunks = await listChunksOfVersion(tx, versionId);
  if (!version || chunks.length === 0) {
    throw new AppError("conflict", "This version could not be read, so it cannot be restored.");
  }
  await updateWantedVersion(tx, documentId, versionId);
  if (currentId === versionId) {
    // Only a newer version that has failed or is being processed is abandoned.
    const isReady = version.embedded_count >= version.chunk_count || !db.vectors;
    await updateDocumentStatus(tx, documentId, { status: isReady ? "ready" : "searchable" });
    return isReady ? null : queueJob(tx, { kind: "embed", targetId: versionId, documentId });
  }
  const shown = await findShownTitle(tx, documentId, version.version);
  await deleteTerms(tx, documentId, { vectors: db.vectors });
  await insertTerms(tx, { id: versionId, documentId }, termsOf(version.is_title_made_up ? null : shown, chunks));
  // The vectors of a former draft or of a replaced version already exist.
  const made = db.vectors ? await publishVectors(tx, versionId, embeddings.model) : 0;
  await updateEmbeddedCount(tx, versionId, made);
  const isReady = !db.vectors || made >= chunks.length;
  const status = isReady ? "ready" : "searchable";
  await updateCurrentVersion(tx, documentId, { versionId, title: shown ?? version.title, status });
  return isReady ? null : queueJob(tx, { kind: "embed", targetId: versionId, documentId });
}

async function findShownTitle(tx: TenantTransaction, documentId: string, version: number): Promise<string | null> {
  return (await findVersionByNumber(tx, documentId, version))?.title ?? null;
}

async function mustFind(tx: TenantTransaction, documentId: string): Promise<DocumentRow> {
  const document = await findDocument(tx, documentId);
  if (!document) throw documentNotFound();
  return document;
}

async function mustFindVersion(tx: TenantTransaction, documentId: string, version: number): Promise<VersionSummaryRow> {
  const found = await findVersionByNumber(tx, documentId, version);
  if (!found) throw new AppError("not_found", "Version not found.");
  return found;
}

function paragraphsOf(pages: { page: number | null; text: string }[]): Paragraph[] {
  return pages.flatMap(({ page, text }) =>
    text
      .split(/\n{2,}/)
      .map((paragraph) => ({ page, text: paragraph.trim() }))
      .filter((paragraph) => paragraph.text !== ""),
  );
}

function toView(row: VersionSummaryRow): DocumentVersionView {
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    label: row.label,
    is_current: row.is_current,
    is_draft: row.is_draft,
    format: row.read_as,
    bytes: row.byte_size,
    pages: row.pages,
    chunks: row.chunk_count,
    coverage: row.coverage,
    notes: row.notes,
    created_at: row.created_at.toISOString(),
  };
}
