import { z } from "zod";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { pageKey } from "../../core/fetch/page-key.ts";
import { fetchDocument } from "../../core/fetch/page-problem.ts";
import { checkAddress } from "../../core/fetch/page-url.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { withTenant } from "../../database/transaction.ts";
import { type JobRow, stepJob, updateJob } from "../../operations/store/jobs.ts";
import { findPageDocument, storeAddresses } from "../store/document-addresses.ts";
import { upsertRefresh } from "../store/document-refreshes.ts";
import { findDocument, updateDocumentStatus } from "../store/documents.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import type { DocumentMetadata } from "./new-document.ts";
import { storePageOrigin } from "./page-origin.ts";
import { queueJob } from "./queue-job.ts";
import { refetchPage } from "./refetch-page.ts";
import { asDocumentFault, runJob } from "./run-job.ts";
import { openDocument, storeVersion } from "./store-version.ts";

/** The detail of a `fetch` job. With `again` the document exists and changes only when the page's text has changed. */
const fetchDetailSchema = z.object({
  url: z.string(),
  title: z.string().optional(),
  again: z.boolean().optional(),
  /** An agent requested this fetch. */
  asked: z.boolean().optional(),
});

/**
 * Adds the page at an address. The document is created at once; a job fetches the page.
 * @throws AppError `invalid_request` for an address that must not be fetched.
 */
export async function addPage(
  deps: KnowledgeDeps,
  tenantId: string,
  { source, refresh, ...metadata }: DocumentMetadata & { source?: string; url: string; refresh?: RefreshEvery },
): Promise<DocumentView> {
  checkAddress(metadata.url, deps.fetching);
  const { job, document, isChanged } = await withTenant(deps.db, tenantId, async (tx) => {
    const key = pageKey(metadata.url);
    // The same page may have been added under another address.
    const known = source === undefined && !metadata.replace ? await findPageDocument(tx, [key]) : undefined;
    const replace = known?.id ?? metadata.replace;
    const given = { ...metadata, ...(replace === undefined ? {} : { replace }) };
    const opened = await openDocument(tx, source ?? known?.source ?? metadata.url, given);
    const { id } = opened.document;
    await storeAddresses(tx, id, [key]);
    await upsertRefresh(tx, id, { url: metadata.url, every: refresh });
    const queued = await queueFetch(tx, id, { url: metadata.url, title: metadata.title });
    await auditAction(tx, deps, { action: "document.add", id });
    return { job: queued, document: (await findDocument(tx, id)) ?? opened.document, isChanged: opened.isChanged };
  });
  await deps.queues.wake(tenantId, job);
  if (isChanged) await deps.purgeCache(tenantId);
  return toView(document);
}

/** Queues a job that fetches a document's page. */
export async function queueFetch(
  tx: Parameters<typeof queueJob>[0],
  documentId: string,
  detail: z.infer<typeof fetchDetailSchema>,
): ReturnType<typeof queueJob> {
  await updateDocumentStatus(tx, documentId, { status: "queued" });
  return queueJob(tx, { kind: "fetch", targetId: documentId, documentId, detail });
}

/** Fetches a document's page and stores it as the next version, unless it is unchanged. */
export async function runFetch(deps: KnowledgeDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  await runJob(deps, { payload, signal }, async (job) => {
    const { url, title, again, asked } = fetchDetailSchema.parse(job.detail);
    if (again) return refetchPage(deps, tenantId, { job, asked: asked ?? false, signal });
    const document = await beginFetch(deps, tenantId, job);
    if (!document) return;
    const page = await fetchDocument(url, { ...deps.fetching, signal }).catch(asDocumentFault);
    const stored = await withTenant(deps.db, tenantId, async (tx) => {
      if (!(await findDocument(tx, document.id))) return null; // deleted in the meantime
      await updateJob(tx, jobId, { status: "done", progress: 1 });
      const { bytes, declaredType } = page;
      const file = { source: document.source, replace: document.id, url: page.url, title, bytes, declaredType };
      const outcome = await storeVersion(tx, file, { isFetched: true });
      await storePageOrigin(tx, outcome, { url, page });
      if (!outcome.job) await updateDocumentStatus(tx, document.id, settled(outcome.document));
      return outcome;
    });
    if (stored?.job) await deps.queues.wake(tenantId, stored.job);
    if (stored?.isChanged) await deps.purgeCache(tenantId);
  });
}

async function beginFetch(
  deps: KnowledgeDeps,
  tenantId: string,
  job: JobRow,
): Promise<{ id: string; source: string } | undefined> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const document = await findDocument(tx, job.target_id);
    if (!document) return undefined;
    await updateDocumentStatus(tx, document.id, { status: "processing" });
    await stepJob(tx, job.id, { step: "fetching", progress: 0 });
    return document;
  });
}

/** Status of a document whose page is unchanged. */
function settled(document: { embedded_count: number; chunk_count: number }): { status: "ready" | "searchable" } {
  return { status: document.embedded_count >= document.chunk_count ? "ready" : "searchable" };
}
