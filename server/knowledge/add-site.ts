import { z } from "zod";
import type { JobView } from "../../protocol/admin-documents.ts";
import type { JobPayload } from "../jobs/queues.ts";
import { checkAddress } from "../reading/fetch/check-address.ts";
import { crawlSitemap } from "../reading/fetch/crawl-sitemap.ts";
import { findJob, stepJob, updateJob, updateJobDetail } from "../store/jobs.ts";
import { withTenant } from "../store/transaction.ts";
import { addFile } from "./add-file.ts";
import { type KnowledgeDeps, noteAction } from "./deps.ts";
import { toJobView } from "./list-jobs.ts";
import type { DocumentMetadata } from "./new-document.ts";
import { queueJob } from "./queue-job.ts";
import { asDocumentFault, Interrupted, runJob } from "./run-job.ts";

/** Addresses that were left out and are told; the rest is only counted. */
const maxLeftOut = 200;

/** What a `crawl` job must know, and what came of it. */
const crawlDetailSchema = z.object({
  address: z.string(),
  set: z.string().optional(),
  kind: z.string().optional(),
  locale: z.string().optional(),
  audience: z.string().optional(),
  valid_from: z.string().optional(),
  valid_until: z.string().optional(),
  pages: z.number().default(0),
  left_out: z.array(z.object({ url: z.string(), reason: z.string() })).default([]),
});

/**
 * Queues the reading of a sitemap; each page becomes a document as it is fetched.
 * @throws AppError `invalid_request` for an address that may never be fetched.
 */
export async function addSite(
  deps: KnowledgeDeps,
  tenantId: string,
  { address, ...metadata }: DocumentMetadata & { address: string },
): Promise<JobView> {
  checkAddress(address, deps.fetching);
  const detail = crawlDetailSchema.parse({ ...metadata, address });
  const { queued, row } = await withTenant(deps.db, tenantId, async (tx) => {
    const job = await queueJob(tx, { kind: "crawl", targetId: "", documentId: null, detail });
    await noteAction(tx, deps, { action: "document.crawl", id: job.id });
    return { queued: job, row: await findJob(tx, job.id) };
  });
  if (!row) throw new Error("the job that was just stored is not there");
  await deps.queues.wake(tenantId, queued);
  return toJobView(row);
}

/** Reads a site. A second run fetches all pages again; those that are the same make no new version. */
export async function runCrawl(deps: KnowledgeDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  await runJob(deps, { payload, signal }, async (job) => {
    const { pages: _pages, left_out: _leftOut, ...site } = crawlDetailSchema.parse(job.detail);
    const { address, ...metadata } = site;
    const outcome = { pages: 0, left_out: [] as { url: string; reason: string }[] };
    const leaveOut = (url: string, reason: string) => {
      if (outcome.left_out.length < maxLeftOut) outcome.left_out.push({ url, reason });
    };
    const note = () =>
      withTenant(deps.db, tenantId, async (tx) => {
        await updateJobDetail(tx, jobId, { ...site, ...outcome });
        // How many pages there are is not known before the end.
        await stepJob(tx, jobId, { step: "fetching", progress: 1 - 1 / (1 + outcome.pages / 10) });
      });
    try {
      for await (const found of crawlSitemap(address, { ...deps.fetching, signal })) {
        if (found.type === "skipped") leaveOut(found.url, found.reason);
        else if (found.type === "failed") leaveOut(found.url, found.error.message);
        else {
          const { bytes, declaredType, url } = found.page;
          await addFile(deps, tenantId, { ...metadata, source: found.url, url, bytes, declaredType });
          outcome.pages += 1;
        }
        await note();
      }
    } catch (error) {
      asDocumentFault(error);
    }
    if (signal.aborted) throw new Interrupted();
    await withTenant(deps.db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
  });
}
