import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export interface RefreshRow {
  document_id: string;
  url: string;
  every: RefreshEvery;
  site_id: string | null;
  etag: string | null;
  last_modified: string | null;
  validated_url: string | null;
  content_hash: string | null;
  text_hash: string | null;
  failures: number;
}

/** What came with a page. */
export interface FetchedMarks {
  etag: string | null;
  lastModified: string | null;
  /** The address after redirects. */
  url: string;
  contentHash: string;
  /** Of the words; left out when nobody has read them. */
  textHash?: string;
}

/** Days between two fetches, as SQL of a schedule's name. */
const daysOf = (every: string) => `case ${every} when 'daily' then 1 when 'weekly' then 7 when 'monthly' then 30 end`;
/** When the next fetch is: a tenth earlier or later, so that what was added together is not fetched together for ever. */
export const nextAt = (every: string) => `now() + ${daysOf(every)} * interval '1 day' * (0.9 + 0.2 * random())`;

export async function findRefresh(tx: TenantTransaction, documentId: string): Promise<RefreshRow | undefined> {
  const { rows } = await tx.query<RefreshRow>(
    `select document_id, url, every, site_id, etag, last_modified, validated_url, content_hash, text_hash, failures
       from document_refreshes where document_id = $1`,
    [documentId],
  );
  return rows[0];
}

/** Notes where a document is fetched from; what is left out stays as it is. Another schedule begins anew. */
export async function upsertRefresh(
  tx: TenantTransaction,
  documentId: string,
  { url, every, siteId }: { url: string; every?: RefreshEvery | undefined; siteId?: string | undefined },
): Promise<void> {
  await tx.query(
    `insert into document_refreshes as r (tenant_id, document_id, url, every, site_id, next_at)
     values ($1, $2, $3, coalesce($4, 'off'), $5, ${nextAt("coalesce($4, 'off')")})
     on conflict (tenant_id, document_id) do update
       set url = excluded.url, every = coalesce($4, r.every), site_id = coalesce($5, r.site_id),
           gone_at = case when $5::uuid is null then r.gone_at end,
           next_at = case when $4 is null or $4 = r.every and r.next_at is not null then r.next_at else excluded.next_at end`,
    [tx.tenantId, documentId, url, every ?? null, siteId ?? null],
  );
}

/** Says how often a document is fetched again, from now on. What failed before counts no more. */
export async function updateRefreshEvery(
  tx: TenantTransaction,
  documentId: string,
  every: RefreshEvery,
): Promise<void> {
  await tx.query(
    `update document_refreshes set every = $2::text, next_at = ${nextAt("$2::text")}, failures = 0, failing_since = null, error = null
      where document_id = $1`,
    [documentId, every],
  );
}

/** The page came, the same (`marks` null: its server says so itself) or another. */
export async function noteFetched(
  tx: TenantTransaction,
  documentId: string,
  { marks, isChanged }: { marks: FetchedMarks | null; isChanged: boolean },
): Promise<void> {
  await tx.query(
    `update document_refreshes
        set fetched_at = now(), changed_at = case when $2 then now() else changed_at end, failures = 0, failing_since = null,
            error = null, next_at = ${nextAt("every")}
      where document_id = $1`,
    [documentId, isChanged],
  );
  if (!marks) return;
  await tx.query(
    `update document_refreshes
        set etag = $2, last_modified = $3, validated_url = $4, text_hash = case when content_hash = $5 and $6::text is null then text_hash else $6 end,
            content_hash = $5
      where document_id = $1`,
    [documentId, marks.etag, marks.lastModified, marks.url, marks.contentHash, marks.textHash ?? null],
  );
}

/** The page did not come: it is tried again at `retryHours` from now, or with null no more. */
export async function noteFetchFailed(
  tx: TenantTransaction,
  documentId: string,
  { error, retryHours }: { error: string; retryHours: number | null },
): Promise<void> {
  await tx.query(
    `update document_refreshes
        set failures = failures + 1, failing_since = coalesce(failing_since, now()), error = $2,
            next_at = case when every <> 'off' then now() + $3::float * interval '1 hour' * (0.9 + 0.2 * random()) end
      where document_id = $1`,
    [documentId, error, retryHours],
  );
}

/** A file or a text took the page's place: it is fetched no more, which would undo that. */
export async function deleteRefresh(tx: TenantTransaction, documentId: string): Promise<void> {
  await tx.query("delete from document_refreshes where document_id = $1", [documentId]);
}

/** Tenants with pages or sitemaps that are due, those first that wait longest. For the platform role. */
export async function listTenantsToRefresh(tx: Transaction, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    `select tenant_id from (
       select tenant_id, next_at from document_refreshes where next_at <= now()
       union all select tenant_id, next_at from document_sites where next_at <= now()) due
      group by tenant_id order by min(next_at) limit $1`,
    [limit],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/**
 * Takes pages that are due; whoever takes one moves it on by an hour, after which it is due again if nothing came of it. A page that
 * another process takes just now is left to it.
 */
export async function takeDueRefreshes(tx: TenantTransaction, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ document_id: string }>(
    `update document_refreshes set next_at = now() + interval '1 hour'
      where document_id = any(array(
        select document_id from document_refreshes where next_at <= now() order by next_at limit $1 for update skip locked))
      returning document_id`,
    [limit],
  );
  return rows.map(({ document_id }) => document_id);
}

/** Webhooks hear that a page says something else. */
export async function tellDocumentChanged(
  tx: TenantTransaction,
  documentId: string,
  said: { version: number },
): Promise<void> {
  await tx.query("select app.queue_webhook_deliveries($1, 'document.changed', null, $2, $3, now())", [
    tx.tenantId,
    documentId,
    JSON.stringify(said),
  ]);
}

/** Webhooks hear that nobody tries to fetch a page any more. */
export async function tellDocumentLost(
  tx: TenantTransaction,
  documentId: string,
  said: { error: string },
): Promise<void> {
  await tx.query("select app.queue_webhook_deliveries($1, 'document.unreachable', null, $2, $3, now())", [
    tx.tenantId,
    documentId,
    JSON.stringify(said),
  ]);
}
