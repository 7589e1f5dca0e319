import { z } from "zod";
import type { DocumentView, JobView } from "../../../protocol/admin-documents.ts";
import { refreshEverySchema } from "../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { AppError } from "../../core/errors.ts";
import { fetchPages, limitsOf, type ReadSite, readSite } from "../../core/fetch/crawl-sitemap.ts";
import { keysOf, pageKey } from "../../core/fetch/page-key.ts";
import { checkAddress } from "../../core/fetch/page-url.ts";
import { newId } from "../../core/ids.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findJob, type JobRow, stepJob, updateJob, updateJobDetail } from "../../operations/store/jobs.ts";
import { listKnownPages } from "../store/document-addresses.ts";
import {
  findSite,
  markGonePages,
  type SiteRow,
  storeSiteFailure,
  storeSiteRead,
  upsertSite,
} from "../store/document-sites.ts";
import { addFetchedPage } from "./add-fetched-page.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { toJobView } from "./list-jobs.ts";
import type { DocumentMetadata } from "./new-document.ts";
import { queueJob } from "./queue-job.ts";
import { scheduler } from "./refetch-failure.ts";
import { retryAfter } from "./refresh-rules.ts";
import { asDocumentFault, DocumentFault, Interrupted, reasonOf, runJob } from "./run-job.ts";
import { foldersOf, isInFolders } from "./site-folders.ts";
import { siteMetadataSchema } from "./site-metadata.ts";

/** Most skipped addresses that are listed; the rest are only counted. */
const maxLeftOut = 200;

/** The detail of a `crawl` job, with its result. */
const crawlDetailSchema = siteMetadataSchema.extend({
  address: z.string(),
  refresh: refreshEverySchema.optional(),
  site_id: z.string(),
  /** The chosen addresses; undefined for all. */
  only: z.array(z.string()).optional(),
  /** The sitemap was read before: add and mark only the differences. */
  again: z.boolean().optional(),
  pages: z.number().default(0),
  left_out: z.array(z.object({ url: z.string(), reason: z.string() })).default([]),
});
type CrawlDetail = z.infer<typeof crawlDetailSchema>;

export interface NewSite extends DocumentMetadata {
  address: string;
  refresh?: RefreshEvery | undefined;
  /** The addresses of the chosen pages; undefined for all. */
  pages?: string[] | undefined;
}

/**
 * Queues a job that reads a sitemap. A page becomes a document when it is fetched.
 * @throws AppError `invalid_request` for an address that must not be fetched.
 */
export async function addSite(
  deps: KnowledgeDeps,
  tenantId: string,
  { pages: only, ...site }: NewSite,
): Promise<JobView> {
  checkAddress(site.address, deps.fetching);
  const { queued, row } = await withTenant(deps.db, tenantId, async (tx) => {
    const detail = crawlDetailSchema.parse({ ...site, only, site_id: await openSite(tx, site) });
    const job = await queueJob(tx, { kind: "crawl", targetId: "", documentId: null, detail });
    await auditAction(tx, deps, { action: "document.crawl", id: job.id });
    return { queued: job, row: await findJob(tx, job.id) };
  });
  if (!row) throw new Error("the job that was just stored is not there");
  await deps.queues.wake(tenantId, queued);
  return toJobView(row);
}

/** Stores the site. @returns its id. */
function openSite(tx: TenantTransaction, { address, refresh, ...metadata }: NewSite): Promise<string> {
  return upsertSite(tx, newId(), { address, every: refresh, metadata: siteMetadataSchema.parse(metadata) });
}

/** Reads a sitemap. A second run fetches all pages again and stores a new version only for changed pages. */
export async function runCrawl(deps: KnowledgeDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  await runJob(deps, { payload, signal }, async (job) => {
    const detail = crawlDetailSchema.parse(job.detail);
    if (detail.again) return checkSite(deps, tenantId, { job, siteId: detail.site_id, signal });
    try {
      await crawl(deps, tenantId, { jobId, detail, signal });
    } catch (error) {
      if (signal.aborted) throw new Interrupted();
      const failure = { error: reasonOf(error), retryHours: retryAfter(0) };
      await withTenant(deps.db, tenantId, (tx) => storeSiteFailure(tx, detail.site_id, failure));
      asDocumentFault(error);
    }
    if (signal.aborted) throw new Interrupted();
    await withTenant(deps.db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
  });
}

async function crawl(
  deps: KnowledgeDeps,
  tenantId: string,
  { jobId, detail, signal }: { jobId: string; detail: CrawlDetail; signal: AbortSignal },
): Promise<void> {
  const { site_id: siteId, only: pages, ...site } = detail;
  const outcome: Pick<CrawlDetail, "pages" | "left_out"> = { pages: 0, left_out: [] };
  for await (const taken of importSite(deps, tenantId, { ...site, siteId, pages, signal })) {
    if (taken.type === "added") outcome.pages += 1;
    else if (outcome.left_out.length < maxLeftOut) outcome.left_out.push({ url: taken.url, reason: taken.reason });
    await withTenant(deps.db, tenantId, async (tx) => {
      await updateJobDetail(tx, jobId, { ...detail, ...outcome });
      // The number of pages is unknown until the end.
      await stepJob(tx, jobId, { step: "fetching", progress: 1 - 1 / (1 + outcome.pages / 10) });
    });
  }
}

/**
 * Reads a sitemap and adds all pages or only the chosen ones. Stores the folders for later checks at the end.
 * @throws AppError when the sitemap or robots.txt cannot be fetched.
 */
export async function* importSite(
  deps: KnowledgeDeps,
  tenantId: string,
  { pages: only, siteId: known, signal, ...given }: NewSite & { siteId?: string | undefined; signal?: AbortSignal },
): AsyncGenerator<ImportedPage> {
  const { address, refresh } = given;
  const metadata = siteMetadataSchema.parse(given);
  const site = await readSite(address, { ...deps.fetching, ...(signal ? { signal } : {}) });
  // An import from the command line has no job that stored the site.
  const siteId = known ?? (await withTenant(deps.db, tenantId, (tx) => openSite(tx, given)));
  for (const url of only ? [] : site.foreign) yield { type: "left_out", url, reason: otherHost, isFailed: false };
  // The addresses were chosen from a list in which each page is there once.
  const wanted = new Set(only ?? site.urls);
  const listed = new Set(site.urls);
  for (const url of wanted)
    if (!listed.has(url))
      yield { type: "left_out", url, reason: "The sitemap does not list this page.", isFailed: false };
  const urls = site.urls.filter((url) => wanted.has(url));
  yield* importPages(deps, tenantId, { site, siteId, urls, metadata, refresh, signal });
  if (signal?.aborted) return;
  await withTenant(deps.db, tenantId, async (tx) => {
    // Pages that were added before count as chosen.
    const there = await listKnownPages(tx, keysOf(site.urls));
    const chosen = [...urls, ...site.urls.filter((url) => there.has(pageKey(url)))];
    await storeSiteRead(tx, siteId, { folders: foldersOf(site.urls.filter(site.robots.mayFetch), new Set(chosen)) });
  });
}

interface Look {
  job: JobRow;
  siteId: string;
  signal: AbortSignal;
}

/**
 * Reads a sitemap again. Adds new pages in folders in which every page was chosen. Marks pages that the sitemap no longer lists, but does
 * not delete them. Existing pages are fetched on their own schedules.
 */
async function checkSite(deps: KnowledgeDeps, tenantId: string, { job, siteId, signal }: Look): Promise<void> {
  const site = await withTenant(deps.db, tenantId, async (tx) => {
    await stepJob(tx, job.id, { step: "fetching", progress: 0 });
    return findSite(tx, siteId);
  });
  const done = { status: "done", progress: 1 } as const;
  try {
    if (site) await look(deps, tenantId, { site, signal });
    if (signal.aborted) throw new Interrupted();
    await withTenant(deps.db, tenantId, (tx) => updateJob(tx, job.id, done));
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!site || !(error instanceof AppError || error instanceof DocumentFault)) throw error;
    await withTenant(deps.db, tenantId, async (tx) => {
      await storeSiteFailure(tx, siteId, { error: reasonOf(error), retryHours: retryAfter(site.failures) });
      await updateJob(tx, job.id, done);
    });
  }
}

async function look(
  deps: KnowledgeDeps,
  tenantId: string,
  { site, signal }: { site: SiteRow; signal: AbortSignal },
): Promise<void> {
  const read = await readSite(site.address, { ...deps.fetching, signal });
  const known = await withTenant(deps.db, tenantId, (tx) => listKnownPages(tx, keysOf(read.urls)));
  const deleted = new Set(site.left_out.map(pageKey));
  const isNew = (url: string) => !known.has(pageKey(url)) && !deleted.has(pageKey(url));
  const urls = read.urls.filter((url) => isNew(url) && isInFolders(url, site.folders));
  const metadata = siteMetadataSchema.parse(site.metadata);
  const pages = { site: read, siteId: site.id, urls, metadata, refresh: site.every, signal };
  let added = 0;
  for await (const taken of importPages(deps, tenantId, pages)) if (taken.type === "added") added += 1;
  if (signal.aborted) return;
  await withTenant(deps.db, tenantId, async (tx) => {
    // A truncated list does not prove that a page is gone.
    const gone = read.isComplete ? await markGonePages(tx, site.id, keysOf(read.urls)) : 0;
    await storeSiteRead(tx, site.id, { folders: null });
    const target = { kind: "site", id: site.id };
    if (added + gone > 0)
      await insertAudit(tx, { actor: scheduler, action: "site.look", target, detail: { added, gone } });
  });
}

const otherHost = "This page is on another host. Add its URL, or the sitemap of that host.";

/** The outcome of one address of a sitemap. */
export type ImportedPage =
  | { type: "added"; url: string; document: DocumentView }
  | { type: "left_out"; url: string; reason: string /** It could not be fetched. */; isFailed: boolean };

interface Pages {
  site: ReadSite;
  siteId: string;
  /** The chosen addresses, in their order. */
  urls: string[];
  metadata: DocumentMetadata;
  refresh?: RefreshEvery | undefined;
  signal?: AbortSignal | undefined;
}

/** Fetches pages of a site one by one and adds each as a document. */
async function* importPages(deps: KnowledgeDeps, tenantId: string, pages: Pages): AsyncGenerator<ImportedPage> {
  const { site, siteId, urls, metadata, refresh, signal } = pages;
  const options = { ...deps.fetching, ...(signal ? { signal } : {}) };
  const limit = limitsOf(options).pages;
  for await (const found of fetchPages(urls.slice(0, limit), site.robots, options)) {
    const { url } = found;
    if (found.type === "skipped") yield { type: "left_out", url, reason: found.reason, isFailed: false };
    else if (found.type === "failed") yield { type: "left_out", url, reason: found.error.message, isFailed: true };
    else {
      const page = { url, page: found.page, metadata, refresh, siteId };
      yield { type: "added", url, document: await addFetchedPage(deps, tenantId, page) };
    }
  }
  for (const url of urls.slice(limit))
    yield { type: "left_out", url, reason: `At most ${limit} pages can be added at once.`, isFailed: false };
}
