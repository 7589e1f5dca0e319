import { forEachTenant, runForEachTenant } from "../../core/for-each-tenant.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { countUnfinishedJobs } from "../../operations/store/jobs.ts";
import { listTenantsToRefresh, takeDueRefreshes } from "../store/document-refreshes.ts";
import { takeDueSites } from "../store/document-sites.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { queueRefetch } from "./refetch.ts";
import { queueSiteCheck } from "./sites.ts";

/** Interval between two checks for due pages, in ms. */
const pollMs = 30_000;
/** Tenants per check; later checks process the rest. */
const maxTenants = 50;
/** Most pages of one tenant in the queue at a time, so that their hosts are not overloaded and uploads are not delayed. */
const maxWaiting = 20;
const maxSites = 5;

const failed = "Refreshing a tenant's pages failed";

/** Queues fetches of due pages and sitemaps. @returns a function that stops the checks. */
export function watchRefreshes(deps: KnowledgeDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed },
    () => listDue(deps),
    (tenantId) => queueFor(deps, tenantId),
  );
}

/** One check of all tenants. */
export async function queueDueRefreshes(deps: KnowledgeDeps): Promise<void> {
  const each = forEachTenant<string>({ log: deps.log, failed }, (tenantId) => queueFor(deps, tenantId));
  await each.run(await listDue(deps));
}

/** The tenants that have waited longest are first. */
function listDue({ db }: KnowledgeDeps): Promise<string[]> {
  return withSystem(db, "find-due-pages", (tx) => listTenantsToRefresh(tx, maxTenants));
}

/** Claims and queues the pages in one transaction, so that only one of two processes gets each page. */
async function queueFor(deps: KnowledgeDeps, tenantId: string): Promise<void> {
  const jobs = await withTenant(deps.db, tenantId, async (tx) => {
    const free = maxWaiting - (await countUnfinishedJobs(tx, "fetch"));
    const queued: (QueuedJob | null)[] = [];
    for (const id of free > 0 ? await takeDueRefreshes(tx, free) : [])
      queued.push(await queueRefetch(tx, id, { asked: false }));
    for (const id of await takeDueSites(tx, maxSites)) queued.push(await queueSiteCheck(tx, id));
    return queued;
  });
  for (const job of jobs) if (job) await deps.queues.wake(tenantId, job);
}
