import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { nextAt } from "./document-refreshes.ts";

export interface SiteRow {
  id: string;
  address: string;
  every: RefreshEvery;
  /** What is said about its pages, as it was given. */
  metadata: unknown;
  folders: string[];
  /** Pages that somebody deleted: they do not come back by themselves. */
  left_out: string[];
  looked_at: Date | null;
  next_at: Date | null;
  failures: number;
  failing_since: Date | null;
  error: string | null;
  is_reading: boolean;
  documents: number;
  gone: number;
  failing: number;
}

const select = `select s.id, s.address, s.every, s.metadata, s.folders, s.left_out, s.looked_at, s.next_at, s.failures, s.failing_since, s.error,
    exists (select 1 from jobs j where j.kind = 'crawl' and j.status in ('queued', 'running') and j.detail ->> 'site_id' = s.id::text) as is_reading,
    counted.documents, counted.gone, counted.failing
  from document_sites s cross join lateral (
    select count(*)::int as documents, count(*) filter (where r.gone_at is not null)::int as gone,
           count(*) filter (where r.failures > 0)::int as failing
      from document_refreshes r where r.tenant_id = s.tenant_id and r.site_id = s.id) counted`;

const maxSites = 500;

/** By address. */
export async function listSites(tx: TenantTransaction): Promise<SiteRow[]> {
  const { rows } = await tx.query<SiteRow>(`${select} order by s.address limit ${maxSites}`);
  return rows;
}

export async function findSite(tx: TenantTransaction, id: string): Promise<SiteRow | undefined> {
  const { rows } = await tx.query<SiteRow>(`${select} where s.id = $1`, [id]);
  return rows[0];
}

/** Holds a site until the transaction ends; false when it is gone. */
export async function lockSite(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("select 1 from document_sites where id = $1 for update", [id]);
  return (rowCount ?? 0) > 0;
}

/** The site of an address, made if new. What is left out stays as it is. Returns its id. */
export async function upsertSite(
  tx: TenantTransaction,
  newId: string,
  { address, every, metadata }: { address: string; every?: RefreshEvery | undefined; metadata: object },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into document_sites as s (tenant_id, id, address, every, metadata, next_at)
     values ($1, $2, $3, coalesce($4, 'off'), $5, ${nextAt("coalesce($4, 'off')")})
     on conflict (tenant_id, address) do update
       set every = coalesce($4, s.every), metadata = s.metadata || excluded.metadata,
           next_at = case when $4 is null then s.next_at else excluded.next_at end
     returning id`,
    [tx.tenantId, newId, address, every ?? null, JSON.stringify(metadata)],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("the site was not stored");
  return id;
}

/** Says how often a site is looked at, and those of its pages that went by its schedule follow. */
export async function updateSiteEvery(tx: TenantTransaction, id: string, every: RefreshEvery): Promise<void> {
  await tx.query(
    `update document_refreshes r set every = $2::text, next_at = ${nextAt("$2::text")}
       from document_sites s
      where s.id = $1 and r.tenant_id = s.tenant_id and r.site_id = s.id and r.every = s.every and r.every <> $2::text`,
    [id, every],
  );
  await tx.query(
    `update document_sites set every = $2::text, next_at = ${nextAt("$2::text")}, failures = 0, failing_since = null, error = null
      where id = $1`,
    [id, every],
  );
}

/** The sitemap was read. `folders`: null leaves what was chosen before. */
export async function noteSiteRead(
  tx: TenantTransaction,
  id: string,
  { folders }: { folders: string[] | null },
): Promise<void> {
  await tx.query(
    `update document_sites set looked_at = now(), failures = 0, failing_since = null, error = null,
            folders = coalesce($2::jsonb, folders), next_at = ${nextAt("every")}
      where id = $1`,
    [id, folders && JSON.stringify(folders)],
  );
}

/** The sitemap could not be read: it is tried again at `retryHours` from now, or with null no more. */
export async function noteSiteFailed(
  tx: TenantTransaction,
  id: string,
  { error, retryHours }: { error: string; retryHours: number | null },
): Promise<void> {
  await tx.query(
    `update document_sites set failures = failures + 1, failing_since = coalesce(failing_since, now()), error = $2,
            next_at = case when every <> 'off' then now() + $3::float * interval '1 hour' * (0.9 + 0.2 * random()) end
      where id = $1`,
    [id, error, retryHours],
  );
}

/** Takes sitemaps that are due; as for pages, each is taken by one process and due again an hour later. */
export async function takeDueSites(tx: TenantTransaction, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update document_sites set next_at = now() + interval '1 hour'
      where id = any(array(select id from document_sites where next_at <= now() order by next_at limit $1 for update skip locked))
      returning id`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Marks pages that the sitemap does not list, and takes the mark from those that it lists again. Returns how many went just now. */
export async function markGonePages(tx: TenantTransaction, siteId: string, listed: string[]): Promise<number> {
  await tx.query(
    `update document_refreshes r set gone_at = null from documents d
      where r.site_id = $1 and r.gone_at is not null and d.tenant_id = r.tenant_id and d.id = r.document_id and d.source = any($2::text[])`,
    [siteId, listed],
  );
  const { rowCount } = await tx.query(
    `update document_refreshes r set gone_at = now() from documents d
      where r.site_id = $1 and r.gone_at is null and d.tenant_id = r.tenant_id and d.id = r.document_id and not d.source = any($2::text[])`,
    [siteId, listed],
  );
  return rowCount ?? 0;
}

/** Remembers that a page of a sitemap is deleted by somebody: it does not come back by itself. Before its document goes. */
export async function leaveOutPage(tx: TenantTransaction, documentId: string): Promise<void> {
  await tx.query(
    `update document_sites s set left_out = (s.left_out - d.source) || to_jsonb(d.source)
       from document_refreshes r join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
      where r.document_id = $1 and s.tenant_id = r.tenant_id and s.id = r.site_id`,
    [documentId],
  );
}

/** Which of these addresses are documents already. */
export async function listKnownSources(tx: TenantTransaction, sources: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ source: string }>("select source from documents where source = any($1::text[])", [
    sources,
  ]);
  return new Set(rows.map(({ source }) => source));
}

/** Its documents stay, without a schedule of its own. */
export async function deleteSite(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from document_sites where id = $1", [id]);
  return (rowCount ?? 0) > 0;
}
