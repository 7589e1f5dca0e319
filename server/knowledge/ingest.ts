import { newId } from "../ids.ts";
import type { JobPayload } from "../jobs/queues.ts";
import { deleteTerms, insertTerms } from "../store/chunk-search.ts";
import { insertChunks, type NewChunk } from "../store/chunks.ts";
import { findVersion, type PageText, updateExtraction, type VersionRow } from "../store/document-versions.ts";
import { lockDocument, updateCurrentVersion, updateDocumentStatus } from "../store/documents.ts";
import { insertJob, updateJob } from "../store/jobs.ts";
import { withTenant } from "../store/transaction.ts";
import { enqueueQuietly } from "./add-document.ts";
import type { KnowledgeDeps } from "./deps.ts";
import type { Extraction } from "./extract/blocks.ts";
import { extract, titleFromSource } from "./extract/extract.ts";
import { DocumentFault, runJob } from "./run-job.ts";
import { searchableText } from "./searchable-text.ts";
import { splitDocument } from "./split.ts";

interface Prepared {
  title: string;
  extraction: Extraction;
  pages: PageText[];
  chunks: NewChunk[];
}

/** Reads a stored version and puts it into the search in place of the one before. Safe to run twice. */
export async function runIngest(deps: KnowledgeDeps, payload: JobPayload): Promise<void> {
  await runJob(deps, payload, async (job) => {
    const tenantId = payload.tenant_id;
    const version = await withTenant(deps.db, tenantId, async (tx) => {
      const found = await findVersion(tx, job.target_id);
      if (found && !found.is_superseded && !found.is_current) {
        await updateDocumentStatus(tx, found.document_id, { status: "processing" });
      }
      return found;
    });
    // Deleted meanwhile, or a later version is on its way: nothing to do for this one.
    if (!version || version.is_superseded) {
      return withTenant(deps.db, tenantId, (tx) => updateJob(tx, job.id, { status: "done", progress: 1 }));
    }
    if (!version.is_current) await swapIn(deps, tenantId, version);
    else await deps.onDocumentChanged(tenantId, version.document_id, null);
    await finish(deps, payload, version.id);
  });
}

/** Extraction and splitting, without the database. */
function prepare(version: VersionRow): Prepared {
  let extraction: Extraction;
  let pages: PageText[];
  try {
    ({ extraction, pages } = extract(version.raw_text, version.format));
  } catch (cause) {
    throw new DocumentFault(`it could not be read as ${version.format}`, { cause });
  }
  const title = (version.given_title ?? extraction.title ?? titleFromSource(version.source)).slice(0, 300);
  const chunks = splitDocument(extraction.blocks, title).map((passage, ordinal) => ({
    id: newId(),
    ordinal,
    ...passage,
  }));
  if (chunks.length === 0) throw new DocumentFault("no text found");
  return { title, extraction, pages, chunks };
}

/** One transaction: whoever searches finds the whole old version or the whole new one. */
async function swapIn(deps: KnowledgeDeps, tenantId: string, version: VersionRow): Promise<void> {
  const { title, extraction, pages, chunks } = prepare(version);
  const target = { id: version.id, documentId: version.document_id };
  const terms = chunks.map(({ id, heading, text }) => ({
    id,
    terms: searchableText(`${title}\n${heading ?? ""}\n${text}`),
  }));
  const oldVersionId = await withTenant(deps.db, tenantId, async (tx) => {
    const document = await lockDocument(tx, version.document_id);
    const now = await findVersion(tx, version.id);
    if (!document || !now || now.is_superseded || now.is_current) return undefined;
    await insertChunks(tx, target, chunks);
    await deleteTerms(tx, version.document_id, { vectors: deps.db.vectors });
    await insertTerms(tx, target, terms);
    await updateExtraction(tx, version.id, {
      pages,
      coverage: extraction.coverage,
      chunkCount: chunks.length,
    });
    await updateCurrentVersion(tx, version.document_id, { versionId: version.id, title, status: "searchable" });
    return document.current_version_id;
  });
  if (oldVersionId !== undefined) await deps.onDocumentChanged(tenantId, version.document_id, oldVersionId);
}

async function finish(deps: KnowledgeDeps, payload: JobPayload, versionId: string): Promise<void> {
  const embedJobId = newId();
  const embeds = await withTenant(deps.db, payload.tenant_id, async (tx) => {
    await updateJob(tx, payload.job_id, { status: "done", progress: 1 });
    const version = await findVersion(tx, versionId);
    if (!version?.is_current) return false;
    if (deps.db.vectors) await insertJob(tx, { id: embedJobId, kind: "embed", targetId: versionId });
    else await updateDocumentStatus(tx, version.document_id, { status: "ready" });
    return deps.db.vectors;
  });
  if (embeds) await enqueueQuietly(deps, "embed", { tenant_id: payload.tenant_id, job_id: embedJobId });
}
