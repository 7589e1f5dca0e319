import type { SitePreview, SiteView } from "../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { AppError } from "../../core/errors.ts";
import { limitsOf, readSite } from "../../core/fetch/crawl-sitemap.ts";
import { keysOf, pageKey } from "../../core/fetch/page-key.ts";
import { checkAddress } from "../../core/fetch/page-url.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { nameDetail } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { listKnownPages } from "../store/document-addresses.ts";
import * as store from "../store/document-sites.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { queueJob } from "./queue-job.ts";
import { siteMetadataSchema } from "./site-metadata.ts";

/** The imported sitemaps, by address. */
export function listSites({ db }: Pick<KnowledgeDeps, "db">, tenantId: string): Promise<SiteView[]> {
  return withTenant(db, tenantId, async (tx) => (await store.listSites(tx)).map(toView));
}

/** Changes the schedule of a sitemap, and of its pages with the same schedule. @throws AppError `not_found`. */
export function changeSite(
  deps: Pick<KnowledgeDeps, "db" | "actor">,
  tenantId: string,
  { siteId, every }: { siteId: string; every: RefreshEvery },
): Promise<SiteView> {
  return withTenant(deps.db, tenantId, async (tx) => {
    await mustFind(tx, siteId);
    await store.updateSiteEvery(tx, siteId, every);
    await auditAction(tx, deps, { action: "site.change", id: siteId, detail: { refresh: every } });
    return toView(await mustFind(tx, siteId));
  });
}

/** Queues a check of a sitemap. @throws AppError `not_found`. */
export async function checkSiteNow(deps: KnowledgeDeps, tenantId: string, siteId: string): Promise<SiteView> {
  const { job, view } = await withTenant(deps.db, tenantId, async (tx) => {
    await mustFind(tx, siteId);
    const queued = await queueSiteCheck(tx, siteId);
    await auditAction(tx, deps, { action: "site.fetch", id: siteId });
    return { job: queued, view: toView(await mustFind(tx, siteId)) };
  });
  if (job) await deps.queues.wake(tenantId, job);
  return view;
}

/** Deletes a sitemap. Its documents stay and keep their schedules. @throws AppError `not_found`. */
export async function deleteSite(
  deps: Pick<KnowledgeDeps, "db" | "actor">,
  tenantId: string,
  siteId: string,
): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    const detail = await nameDetail(tx, siteId);
    if (!(await store.deleteSite(tx, siteId))) throw siteNotFound();
    await auditAction(tx, deps, { action: "site.delete", id: siteId, detail });
  });
}

/** Queues a check of a sitemap. Returns null when the sitemap was deleted or is already being read. */
export async function queueSiteCheck(tx: TenantTransaction, siteId: string): Promise<QueuedJob | null> {
  // A second caller waits here and then sees the job of the first.
  if (!(await store.lockSite(tx, siteId))) return null;
  const site = await store.findSite(tx, siteId);
  if (!site || site.is_reading) return null;
  const detail = { address: site.address, site_id: siteId, again: true };
  return queueJob(tx, { kind: "crawl", targetId: "", documentId: null, detail });
}

async function mustFind(tx: TenantTransaction, siteId: string): Promise<store.SiteRow> {
  const site = await store.findSite(tx, siteId);
  if (!site) throw siteNotFound();
  return site;
}

function siteNotFound(): AppError {
  return new AppError("not_found", "Sitemap not found.");
}

function toView({ metadata, folders: _folders, left_out: _leftOut, ...row }: store.SiteRow): SiteView {
  return {
    ...row,
    set: siteMetadataSchema.parse(metadata).set ?? null,
    looked_at: row.looked_at?.toISOString() ?? null,
    next_at: row.next_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    is_stopped: row.every !== "off" && row.next_at === null,
  };
}

/** Longest wait for a list, in ms. Sitemaps that take longer are missing from the list. */
const waitMs = 15_000;

/**
 * Lists the pages of a sitemap for the user to choose from. Fetches no page and stores nothing.
 * @throws AppError when the address must not be fetched or the sitemap cannot be read.
 */
export async function previewSite(
  deps: Pick<KnowledgeDeps, "db" | "fetching">,
  tenantId: string,
  address: string,
): Promise<SitePreview> {
  checkAddress(address, deps.fetching);
  const site = await readSite(address, { ...deps.fetching, signal: AbortSignal.timeout(waitMs) });
  const known = await withTenant(deps.db, tenantId, (tx) => listKnownPages(tx, keysOf(site.urls)));
  return {
    address,
    pages: site.urls.map((url) => ({ url, known: known.has(pageKey(url)), allowed: site.robots.mayFetch(url) })),
    is_complete: site.isComplete,
    at_once: limitsOf(deps.fetching ?? {}).pages,
  };
}
