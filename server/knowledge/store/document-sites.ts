import { sql } from "kysely";
import { z } from "zod";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { json } from "../../database/column-types.ts";
import { countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { isListed } from "./document-addresses.ts";
import { failedOnce, nextFetch, noFailures, takenUntil } from "./document-refreshes.ts";

export type SiteRow = NonNullable<Awaited<ReturnType<typeof findSite>>>;

const maxSites = 500;
const strings = z.array(z.string());

/** Sites with three counts: their documents, the pages that the sitemap no longer lists, and the pages that cannot be fetched. */
const sites = query
  .selectFrom("document_sites as s")
  .innerJoinLateral(
    ({ selectFrom }) =>
      selectFrom("document_refreshes as r")
        .whereRef("r.site_id", "=", "s.id")
        .select([
          countAll.as("documents"),
          sql<number>`count(*) filter (where r.gone_at is not null)::int`.as("gone"),
          sql<number>`count(*) filter (where r.failures > 0)::int`.as("failing"),
        ])
        .as("counted"),
    (join) => join.onTrue(),
  )
  .select(["s.id", "s.address", "s.every", "s.metadata", "s.folders", "s.left_out", "s.looked_at", "s.next_at"])
  .select(["s.failures", "s.failing_since", "s.error", "counted.documents", "counted.gone", "counted.failing"])
  .select(({ exists, selectFrom }) =>
    exists(
      selectFrom("jobs as j")
        .where("j.kind", "=", "crawl")
        .where("j.status", "in", ["queued", "running"])
        .where(sql<boolean>`j.detail ->> 'site_id' = s.id::text`),
    )
      .$castTo<boolean>()
      .as("is_reading"),
  );

/** `left_out`: pages that an agent deleted. The next read of the sitemap does not add them again. */
function toSite<Row extends { folders: unknown; left_out: unknown }>(row: Row) {
  return { ...row, folders: strings.parse(row.folders), left_out: strings.parse(row.left_out) };
}

/** By address. */
export async function listSites(tx: TenantTransaction) {
  return (await tx.all(sites.orderBy("s.address").limit(maxSites))).map(toSite);
}

export async function findSite(tx: TenantTransaction, id: string) {
  const row = await tx.first(sites.where("s.id", "=", id));
  return row && toSite(row);
}

/** Locks a site until the transaction ends. @returns false when the site does not exist. */
export async function lockSite(tx: TenantTransaction, id: string): Promise<boolean> {
  const site = await tx.first(query.selectFrom("document_sites").select("id").where("id", "=", id).forUpdate());
  return site !== undefined;
}

/** Stores the site of an address; undefined fields keep their value. @returns its id. */
export async function upsertSite(
  tx: TenantTransaction,
  newId: string,
  { address, every, metadata }: { address: string; every?: RefreshEvery | undefined; metadata: object },
): Promise<string> {
  const site = { id: newId, address, every, metadata: json(metadata), next_at: nextFetch(every ?? "off") };
  const row = await tx.first(
    query
      .insertInto("document_sites")
      .values({ tenant_id: tx.tenantId, ...site })
      .onConflict((conflict) =>
        conflict.columns(["tenant_id", "address"]).doUpdateSet((row) => ({
          every,
          metadata: sql`document_sites.metadata || excluded.metadata`,
          next_at: every === undefined ? undefined : row.ref("excluded.next_at"),
        })),
      )
      .returning("id"),
  );
  if (!row) throw new Error("the site was not stored");
  return row.id;
}

/** Changes the schedule of a site, and of its pages that had the same schedule. */
export async function updateSiteEvery(tx: TenantTransaction, id: string, every: RefreshEvery): Promise<void> {
  const changes = { every, next_at: nextFetch(every) };
  await tx.run(
    query
      .updateTable("document_refreshes as r")
      .from("document_sites as s")
      .set(changes)
      .where("s.id", "=", id)
      .whereRef("r.site_id", "=", "s.id")
      .whereRef("r.every", "=", "s.every")
      .where("r.every", "<>", every),
  );
  await tx.run(
    query
      .updateTable("document_sites")
      .set({ ...changes, ...noFailures })
      .where("id", "=", id),
  );
}

/** Stores a successful read of the sitemap. @param site.folders null keeps the folders that were chosen before. */
export async function storeSiteRead(
  tx: TenantTransaction,
  id: string,
  { folders }: { folders: string[] | null },
): Promise<void> {
  const changes = { looked_at: now, next_at: nextFetch(sql.ref("every")), ...noFailures };
  await tx.run(
    query
      .updateTable("document_sites")
      .set({ ...changes, folders: folders ? json(folders) : undefined })
      .where("id", "=", id),
  );
}

/** Stores a failed read of the sitemap. @param failure.retryHours hours until the retry; null for none. */
export async function storeSiteFailure(
  tx: TenantTransaction,
  id: string,
  failure: { error: string; retryHours: number | null },
): Promise<void> {
  await tx.run(query.updateTable("document_sites").set(failedOnce(failure)).where("id", "=", id));
}

/** Claims due sitemaps and skips rows that another process has locked. Each is due again an hour later. */
export async function takeDueSites(tx: TenantTransaction, limit: number): Promise<string[]> {
  const due = query.selectFrom("document_sites").select("id").where("next_at", "<=", now).orderBy("next_at");
  const rows = await tx.all(
    query
      .updateTable("document_sites")
      .set({ next_at: takenUntil })
      .where("id", "=", sql<string>`any(array(${due.limit(limit).forUpdate().skipLocked()}))`)
      .returning("id"),
  );
  return rows.map(({ id }) => id);
}

/** Marks pages that the sitemap no longer lists, and unmarks pages that it lists again. @returns the number of newly marked pages. */
export async function markGonePages(
  tx: TenantTransaction,
  siteId: string,
  /** The keys of the listed pages, by address. */
  pages: ReadonlyMap<string, string>,
): Promise<number> {
  const known = query
    .updateTable("document_refreshes as r")
    .from("documents as d")
    .where("r.site_id", "=", siteId)
    .whereRef("d.id", "=", "r.document_id");
  const listed = isListed(pages);
  await tx.run(known.set({ gone_at: null }).where("r.gone_at", "is not", null).where(listed));
  return tx.run(known.set({ gone_at: now }).where("r.gone_at", "is", null).where(sql<boolean>`not ${listed}`));
}

/** Stores that an agent deletes a page of a sitemap, so that it is not added again. Call it before the document is deleted. */
export async function skipSitePage(tx: TenantTransaction, documentId: string): Promise<void> {
  await tx.run(
    query
      .updateTable("document_sites as s")
      .from("document_refreshes as r")
      .innerJoin("documents as d", "d.id", "r.document_id")
      // Another address of the sitemap may lead to the same page.
      .set({
        left_out: sql`(s.left_out - d.source - coalesce(d.url, '')) || to_jsonb(array_remove(array[d.source, d.url], null))`,
      })
      .where("r.document_id", "=", documentId)
      .whereRef("s.id", "=", "r.site_id"),
  );
}

/** Deletes a site. Its documents stay, and each keeps its own schedule. */
export async function deleteSite(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("document_sites").where("id", "=", id))) > 0;
}
