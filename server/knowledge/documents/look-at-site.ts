import { AppError } from "../../core/errors.ts";
import { readSite } from "../../core/fetch/crawl-sitemap.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { type JobRow, stepJob, updateJob } from "../../operations/store/jobs.ts";
import {
  findSite,
  listKnownSources,
  markGonePages,
  noteSiteFailed,
  noteSiteRead,
  type SiteRow,
} from "../store/document-sites.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { scheduler } from "./refetch-failure.ts";
import { retryAfter } from "./refresh-rules.ts";
import { DocumentFault, Interrupted, reasonOf } from "./run-job.ts";
import { isInFolders } from "./site-folders.ts";
import { siteMetadataSchema } from "./site-metadata.ts";
import { takePages } from "./take-pages.ts";

interface Look {
  job: JobRow;
  siteId: string;
  signal: AbortSignal;
}

/**
 * Reads a sitemap once more: pages that are new in folders of which everything was chosen become documents, pages that it does not list
 * any more are marked, and none is deleted. The pages that are there are fetched by their own schedules.
 */
export async function lookAtSite(deps: KnowledgeDeps, tenantId: string, { job, siteId, signal }: Look): Promise<void> {
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
      await noteSiteFailed(tx, siteId, { error: reasonOf(error), retryHours: retryAfter(site.failures) });
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
  const known = await withTenant(deps.db, tenantId, (tx) => listKnownSources(tx, read.urls));
  const deleted = new Set(site.left_out);
  const isNew = (url: string) => !known.has(url) && !deleted.has(url);
  const urls = read.urls.filter((url) => isNew(url) && isInFolders(url, site.folders));
  const metadata = siteMetadataSchema.parse(site.metadata);
  const pages = { site: read, siteId: site.id, urls, metadata, refresh: site.every, signal };
  let added = 0;
  for await (const taken of takePages(deps, tenantId, pages)) if (taken.type === "added") added += 1;
  if (signal.aborted) return;
  await withTenant(deps.db, tenantId, async (tx) => {
    // A list that was cut off says nothing about what is not on it.
    const gone = read.isComplete ? await markGonePages(tx, site.id, read.urls) : 0;
    await noteSiteRead(tx, site.id, { folders: null });
    const target = { kind: "site", id: site.id };
    if (added + gone > 0)
      await insertAudit(tx, { actor: scheduler, action: "site.look", target, detail: { added, gone } });
  });
}
