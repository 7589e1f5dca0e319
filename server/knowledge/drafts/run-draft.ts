import { insertChunks } from "../../assistant/store/chunks.ts";
import { fetchDocument } from "../../core/fetch/page-problem.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { withTenant } from "../../database/transaction.ts";
import { type JobRow, progressJob, updateJob } from "../../operations/store/jobs.ts";
import type { KnowledgeDeps } from "../documents/deps.ts";
import { embedBatchSize, embeddedTexts } from "../documents/embed-chunks.ts";
import { prepareVersion, rejectionReason } from "../documents/prepare-version.ts";
import { readVersion } from "../documents/read-version.ts";
import { asDocumentFault, DocumentFault, Interrupted, runJob } from "../documents/run-job.ts";
import {
  findFile,
  findVersion,
  updateEmbeddedCount,
  updateExtraction,
  type VersionRow,
} from "../store/document-versions.ts";
import { findDocument, lockDocument } from "../store/documents.ts";
import { insertDraftVectors, listUnembeddedDraft } from "../store/draft-vectors.ts";
import { findReleaseVersion, type ReleaseVersionRow, updateReleaseVersion } from "../store/release-versions.ts";
import { draftDetailSchema } from "./draft-detail.ts";
import { insertDraftVersion } from "./take-draft.ts";

/** Job progress when the text is parsed; embedding is the other half. */
const readShare = 0.5;

/** Parses a draft and adds its vectors. Continues after an interrupted attempt. The searchable version does not change. */
export async function runDraft(deps: KnowledgeDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  let draft: ReleaseVersionRow | undefined;
  await runJob(deps, { payload, signal }, async (job) => {
    draft = await findDraft(deps, tenantId, job);
    if (draft?.state === "reading") {
      const versionId = draft.version_id ?? (await fetchDraft(deps, tenantId, { job, draft, signal }));
      const version = await withTenant(deps.db, tenantId, (tx) => findVersion(tx, versionId));
      if (version?.chunk_count === 0) await readDraft(deps, tenantId, { version, draft, signal });
      if (version) await embedDraft(deps, payload, { version, draft, signal });
    }
    await withTenant(deps.db, tenantId, async (tx) => {
      if (draft) await updateReleaseVersion(tx, keyOf(draft), { state: "ready", progress: 1 });
      await updateJob(tx, jobId, { status: "done", progress: 1 });
    });
  });
  // The draft is parsed, or rejected permanently; its row has the state.
  if (draft) await deps.notifyRelease(tenantId, draft.release_id);
}

interface Work {
  draft: ReleaseVersionRow;
  version: VersionRow;
  signal: AbortSignal;
}

/** Returns undefined when the draft was discarded or is done. */
async function findDraft(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  job: JobRow,
): Promise<ReleaseVersionRow | undefined> {
  const { release_id: releaseId } = draftDetailSchema.parse(job.detail);
  const found = await withTenant(db, tenantId, (tx) =>
    findReleaseVersion(tx, { releaseId, documentId: job.target_id }),
  );
  return found?.state === "reading" ? found : undefined;
}

async function fetchDraft(
  deps: KnowledgeDeps,
  tenantId: string,
  { job, draft, signal }: { job: JobRow; draft: ReleaseVersionRow; signal: AbortSignal },
): Promise<string> {
  const { url = draft.source, title } = draftDetailSchema.parse(job.detail);
  const { bytes, declaredType } = await fetchDocument(url, { ...deps.fetching, signal }).catch(asDocumentFault);
  return withTenant(deps.db, tenantId, async (tx) => {
    await lockDocument(tx, draft.document_id);
    const document = await findDocument(tx, draft.document_id);
    if (!document) throw new DocumentFault("The document was deleted.");
    const file = { source: draft.source, bytes, declaredType, ...(title === undefined ? {} : { title }) };
    const versionId = await insertDraftVersion(tx, document, file).catch(asDocumentFault);
    await updateReleaseVersion(tx, keyOf(draft), { versionId });
    return versionId;
  });
}

async function readDraft(deps: KnowledgeDeps, tenantId: string, { version, draft, signal }: Work): Promise<void> {
  const file = await withTenant(deps.db, tenantId, (tx) => findFile(tx, version.id));
  const read = await readVersion(deps.parser, { version, file, group: tenantId, signal });
  const prepared = await prepareVersion(version, read);
  const refusal = rejectionReason(prepared);
  await withTenant(deps.db, tenantId, async (tx) => {
    if (refusal === null) await insertChunks(tx, { id: version.id, documentId: version.document_id }, prepared.chunks);
    const chunkCount = refusal === null ? prepared.chunks.length : 0;
    await updateExtraction(tx, version.id, { ...prepared, chunkCount });
    await updateReleaseVersion(tx, keyOf(draft), { progress: readShare });
  });
  if (refusal !== null) throw new DocumentFault(refusal);
}

async function embedDraft(deps: KnowledgeDeps, payload: JobPayload, work: Work): Promise<void> {
  const { db, embeddings } = deps;
  const { model } = embeddings;
  if (!db.vectors) return;
  for (;;) {
    if (work.signal.aborted) throw new Interrupted();
    const { version, chunks } = await withTenant(db, payload.tenant_id, async (tx) => ({
      version: await findVersion(tx, work.version.id),
      chunks: await listUnembeddedDraft(tx, { versionId: work.version.id, model, limit: embedBatchSize }),
    }));
    // The draft was discarded in the meantime, or is done.
    if (!version?.is_draft || chunks.length === 0) return;
    const vectors = await embeddings.embed(embeddedTexts(version.is_title_made_up ? "" : titleOf(version), chunks), {
      priority: "bulk",
    });
    await withTenant(db, payload.tenant_id, async (tx) => {
      const pairs = chunks.flatMap(({ id }, index) => {
        const vector = vectors[index];
        return vector ? [{ chunkId: id, vector }] : [];
      });
      const count = await insertDraftVectors(tx, version.id, { model, vectors: pairs });
      const share = count / Math.max(1, version.chunk_count);
      await updateEmbeddedCount(tx, version.id, count);
      await updateReleaseVersion(tx, keyOf(work.draft), { progress: readShare + share * (1 - readShare) });
      await progressJob(tx, payload.job_id, share);
    });
  }
}

/** The draft's own title if it has one, otherwise the document's. */
function titleOf({ shown_title: shown, title }: VersionRow): string {
  return shown ?? title;
}

function keyOf({ release_id: releaseId, document_id: documentId }: ReleaseVersionRow) {
  return { releaseId, documentId };
}
