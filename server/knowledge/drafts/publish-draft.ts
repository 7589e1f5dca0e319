import { deleteTerms } from "../../assistant/store/chunk-search.ts";
import { AppError } from "../../core/errors.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { KnowledgeDeps } from "../documents/deps.ts";
import { auditAction } from "../documents/deps.ts";
import { purgeDocument } from "../documents/purge-document.ts";
import { swapBack } from "../documents/versions.ts";
import { publishDraftVersion } from "../store/document-versions.ts";
import {
  type DocumentFields,
  type DocumentRow,
  findDocument,
  lockDocument,
  unpublishDocument,
  updateDocumentFields,
} from "../store/documents.ts";
import { deleteDraftVectors, keepVectors } from "../store/draft-vectors.ts";
import type { ReleaseVersionRow } from "../store/release-versions.ts";
import type { ReleaseUndo } from "../store/releases.ts";

type ReplacedVersion = ReleaseUndo["versions"][number];

/**
 * Makes a draft the current version, in the caller's transaction; its vectors already exist. The replaced version keeps a copy of its
 * vectors, so that it can be restored at once.
 * @throws AppError `conflict` when another version was published after the draft was compared, or is being processed.
 */
export async function publishDraft(
  deps: KnowledgeDeps,
  tx: TenantTransaction,
  draft: ReleaseVersionRow,
): Promise<{ job: QueuedJob | null; replaced: ReplacedVersion }> {
  const { document_id: documentId, version_id: versionId, fields } = draft;
  const before = await lockAsItWas(tx, documentId, draft.base_version_id);
  if (versionId === null || draft.state !== "ready")
    throw new AppError(
      "conflict",
      `“${draft.title}” has not been read yet, or could not be read. Wait for it, or remove it from the release.`,
    );
  const currentId = before.current_version_id;
  await deleteDraftVectors(tx, documentId, [versionId]);
  if (currentId !== null && deps.db.vectors) await keepVectors(tx, currentId);
  await updateDocumentFields(tx, documentId, fields);
  const job = await swapBack(deps, tx, { documentId, versionId, currentId });
  await publishDraftVersion(tx, versionId);
  await purgeDocument(tx, { id: documentId, current_version_id: currentId });
  const detail = { version: draft.version, release_id: draft.release_id };
  await auditAction(tx, deps, { action: "document.publish", id: documentId, detail });
  const replaced = {
    document_id: documentId,
    version_id: currentId,
    published_id: versionId,
    fields: currentFields(before, fields),
  };
  return { job, replaced };
}

/**
 * Restores the version that a publication replaced. A document that the publication added is no longer searchable.
 * @throws AppError `conflict` when the document has changed since.
 */
export async function undoPublication(
  deps: KnowledgeDeps,
  tx: TenantTransaction,
  { document_id: documentId, version_id: versionId, published_id: publishedId, fields }: ReplacedVersion,
): Promise<QueuedJob | null> {
  const document = await lockAsItWas(tx, documentId, publishedId);
  if (deps.db.vectors) await keepVectors(tx, publishedId);
  await updateDocumentFields(tx, documentId, fields);
  await purgeDocument(tx, { id: documentId, current_version_id: publishedId });
  const job = versionId
    ? await swapBack(deps, tx, { documentId, versionId, currentId: publishedId })
    : await takeOut(deps, tx, documentId);
  await auditAction(tx, deps, { action: "document.restore", id: documentId, detail: { version: document.version } });
  return job;
}

async function takeOut({ db }: KnowledgeDeps, tx: TenantTransaction, documentId: string): Promise<null> {
  await deleteTerms(tx, documentId, { vectors: db.vectors });
  await unpublishDocument(tx, documentId);
  return null;
}

/** The locked document, if this version is the current one and no other is being processed. */
async function lockAsItWas(tx: TenantTransaction, documentId: string, versionId: string | null): Promise<DocumentRow> {
  const isThere = await lockDocument(tx, documentId);
  const document = isThere && (await findDocument(tx, documentId));
  if (!document) throw new AppError("conflict", "A document of this release was deleted. Remove it from the release.");
  const isOnItsWay = document.version_id !== document.current_version_id && document.status !== "failed";
  if (document.current_version_id !== versionId || isOnItsWay)
    throw new AppError("conflict", `“${document.title}” has changed since the test. Test the release again first.`);
  return document;
}

/** The current values of the metadata that will change. */
function currentFields(before: DocumentRow, fields: DocumentFields): DocumentFields {
  const all = {
    url: before.url,
    kind: before.kind,
    setName: before.set_name,
    locale: before.locale,
    audience: before.audience,
    validFrom: before.valid_from?.toISOString() ?? null,
    validUntil: before.valid_until?.toISOString() ?? null,
  } satisfies Required<DocumentFields>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in fields));
}
