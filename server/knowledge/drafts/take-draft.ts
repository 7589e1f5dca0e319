import { createHash } from "node:crypto";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { maxOpenReleases, maxReleaseDocuments } from "../../../protocol/releases.ts";
import { AppError } from "../../core/errors.ts";
import { checkAddress } from "../../core/fetch/page-url.ts";
import { newId } from "../../core/ids.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { checkSize } from "../documents/add-file.ts";
import { auditAction, type KnowledgeDeps } from "../documents/deps.ts";
import { toView } from "../documents/document-view.ts";
import { type DocumentMetadata, fieldsOf, type NewFile } from "../documents/new-document.ts";
import { queueJob } from "../documents/queue-job.ts";
import { titleFromSource } from "../reading/extract/title.ts";
import { deleteDraftVersion, insertFile, insertVersion } from "../store/document-versions.ts";
import {
  type DocumentRow,
  findDocument,
  lockDocument,
  updateDocumentStatus,
  upsertDocument,
} from "../store/documents.ts";
import { findReleaseVersion, listReleaseVersions, upsertReleaseVersion } from "../store/release-versions.ts";
import { countOpenReleases, insertRelease, lockRelease, reviseRelease } from "../store/releases.ts";

/** The release of a draft; undefined creates a new release for the caller. */
export interface DraftTarget {
  release?: string | undefined;
  person: { id: string; name: string };
}

/** A stored draft that waits to be parsed. */
export interface TakenDraft {
  document: DocumentView;
  release: string;
}

/**
 * Stores a file as a draft. It is parsed and embedded, but answers use it only after its release is published.
 * @throws AppError as for a file; `conflict` when it equals the published version, or the release is not open.
 */
export async function addDraftFile(
  deps: KnowledgeDeps,
  tenantId: string,
  { file, target }: { file: NewFile; target: DraftTarget },
): Promise<TakenDraft> {
  checkSize(file.bytes);
  return take(deps, tenantId, { source: file.source, metadata: file, target, file });
}

/** As {@link addDraftFile}, for the page at an address, which a job fetches. */
export async function addDraftPage(
  deps: KnowledgeDeps,
  tenantId: string,
  { page, target }: { page: DocumentMetadata & { source?: string; url: string }; target: DraftTarget },
): Promise<TakenDraft> {
  checkAddress(page.url, deps.fetching);
  return take(deps, tenantId, { source: page.source ?? page.url, metadata: page, target, url: page.url });
}

interface Draft {
  source: string;
  metadata: DocumentMetadata;
  target: DraftTarget;
  file?: NewFile;
  url?: string;
}

async function take(deps: KnowledgeDeps, tenantId: string, draft: Draft): Promise<TakenDraft> {
  const { job, taken } = await withTenant(deps.db, tenantId, async (tx) => {
    const release = await openRelease(tx, draft);
    const document = await openForDraft(tx, draft);
    const before = await findReleaseVersion(tx, { releaseId: release, documentId: document.id });
    if (!before && (await listReleaseVersions(tx, [release])).length >= maxReleaseDocuments)
      throw new AppError("conflict", `A release can have at most ${maxReleaseDocuments} documents.`);
    const versionId = draft.file ? await insertDraftVersion(tx, document, draft.file) : null;
    await upsertReleaseVersion(tx, {
      releaseId: release,
      documentId: document.id,
      versionId,
      baseVersionId: document.current_version_id,
      fields: document.current_version_id === null ? {} : fieldsOf(draft.metadata),
    });
    if (before?.version_id) await deleteDraftVersion(tx, before.version_id);
    await reviseRelease(tx, release);
    const job = await queueDraft(tx, { release, documentId: document.id, url: draft.url, title: draft.metadata.title });
    await auditAction(tx, deps, { action: "document.draft", id: document.id, detail: { release_id: release } });
    const now = (await findDocument(tx, document.id)) ?? document;
    return { job, taken: { document: toView(now), release } };
  });
  await deps.queues.wake(tenantId, job);
  await deps.notifyRelease(tenantId, taken.release);
  return taken;
}

/** Returns the release of a draft and locks it until the transaction ends. */
async function openRelease(tx: TenantTransaction, { source, metadata, target }: Draft): Promise<string> {
  if (target.release !== undefined) {
    const known = await lockRelease(tx, target.release);
    if (!known) throw new AppError("not_found", "Release not found.");
    if (known.state !== "open") throw new AppError("conflict", "The release is no longer open.");
    return known.id;
  }
  if ((await countOpenReleases(tx)) >= maxOpenReleases)
    throw new AppError(
      "conflict",
      `The limit of ${maxOpenReleases} open releases is reached. Publish or discard one first.`,
    );
  const id = newId();
  const name = (metadata.title ?? titleFromSource(source)).slice(0, maxNameChars).toWellFormed();
  await insertRelease(tx, { id, name, person: target.person });
  return id;
}
const maxNameChars = 120;

/** Finds or adds the document of a draft. The metadata of an existing document does not change before publication. */
async function openForDraft(tx: TenantTransaction, { source, metadata }: Draft): Promise<DocumentRow> {
  const made = newId();
  const fields = { ...fieldsOf(metadata), source, title: metadata.title ?? titleFromSource(source) };
  const id = metadata.replace ?? (await upsertDocument(tx, made, fields)).id;
  if (!(await lockDocument(tx, id)))
    throw new AppError("not_found", "The document to replace was not found. Check the id in `replace`.");
  // A new document has a draft but no version, so nothing is being processed.
  if (id === made) await updateDocumentStatus(tx, id, { status: "ready" });
  const document = await findDocument(tx, id);
  if (!document) throw new Error("the document of a draft is not there");
  return document;
}

/** Stores a file as a draft version. @throws AppError `conflict` when it equals the published version. */
export async function insertDraftVersion(tx: TenantTransaction, document: DocumentRow, file: NewFile): Promise<string> {
  const format = file.format ?? "file";
  const contentHash = createHash("sha256").update(`${format}\n`).update(file.bytes).digest("hex");
  if (document.content_hash === contentHash && document.version_id !== null)
    throw new AppError("conflict", "The document already has this text, so there is nothing to test.");
  const id = newId();
  await insertVersion(tx, {
    id,
    documentId: document.id,
    contentHash,
    format,
    rawText: "",
    title: file.title?.trim() || document.given_title,
    byteSize: file.bytes.length,
    isDraft: true,
  });
  await insertFile(tx, id, { name: file.source, declaredType: file.declaredType ?? null, bytes: file.bytes });
  return id;
}

function queueDraft(
  tx: TenantTransaction,
  {
    release,
    documentId,
    url,
    title,
  }: { release: string; documentId: string; url?: string; title?: string | undefined },
): Promise<QueuedJob> {
  // The job does not belong to the document, because the published version is not being processed.
  return queueJob(tx, {
    kind: "draft",
    targetId: documentId,
    documentId: null,
    detail: { release_id: release, url, title },
  });
}
