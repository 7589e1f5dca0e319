import { insertEmbeddings, listUnembedded } from "../../assistant/store/chunk-search.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { withTenant } from "../../database/transaction.ts";
import { progressJob, updateJob } from "../../operations/store/jobs.ts";
import { findVersion, updateEmbeddedCount } from "../store/document-versions.ts";
import { updateDocumentStatus } from "../store/documents.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { Interrupted, runJob } from "./run-job.ts";

/** Passages per transaction. One batch takes about three seconds in one thread, and a shutdown waits at most that long. */
export const embedBatchSize = 8;

/** Adds the vectors of a version that full-text search already finds. Continues after an interrupted attempt. */
export async function runEmbed(deps: KnowledgeDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  await runJob(deps, { payload, signal }, async (job) => {
    for (;;) {
      if (signal.aborted) throw new Interrupted();
      const isDone = await embedBatch(deps, payload, job.target_id);
      if (isDone) return;
    }
  });
}

/** Returns true when every passage has a vector, or when search no longer uses the version. */
async function embedBatch(deps: KnowledgeDeps, payload: JobPayload, versionId: string): Promise<boolean> {
  const { db, embeddings } = deps;
  const { model } = embeddings;
  const { chunks, version } = await withTenant(db, payload.tenant_id, async (tx) => {
    const version = await findVersion(tx, versionId);
    const chunks = version?.is_current ? await listUnembedded(tx, { versionId, model, limit: embedBatchSize }) : [];
    return { chunks, version };
  });
  if (chunks.length === 0 || !version) {
    // Vectors may now improve answers that were found by full-text search alone.
    await deps.purgeCache(payload.tenant_id);
    await endEmbedding(deps, payload, versionId);
    return true;
  }
  const title = version.is_title_made_up ? "" : version.title;
  const vectors = await embeddings.embed(embeddedTexts(title, chunks), { priority: "bulk" });
  await withTenant(db, payload.tenant_id, async (tx) => {
    const pairs = chunks.flatMap(({ id }, index) => {
      const vector = vectors[index];
      return vector ? [{ chunkId: id, vector }] : [];
    });
    const count = await insertEmbeddings(tx, versionId, { model, vectors: pairs });
    await updateEmbeddedCount(tx, versionId, count);
    await progressJob(tx, payload.job_id, count / Math.max(1, version.chunk_count));
  });
  return false;
}

async function endEmbedding({ db }: KnowledgeDeps, payload: JobPayload, versionId: string): Promise<void> {
  await withTenant(db, payload.tenant_id, async (tx) => {
    const version = await findVersion(tx, versionId);
    await updateJob(tx, payload.job_id, { status: "done", progress: 1 });
    if (version?.is_current && !version.is_superseded)
      await updateDocumentStatus(tx, version.document_id, { status: "ready" });
  });
}

/** The text to embed for each passage. */
export function embeddedTexts(title: string, chunks: { heading: string | null; text: string }[]): string[] {
  return chunks.map(({ heading, text }) => [title, heading, text].filter(Boolean).join("\n"));
}
