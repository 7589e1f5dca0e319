import { type RawBuilder, sql } from "kysely";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export type RefreshRow = NonNullable<Awaited<ReturnType<typeof findRefresh>>>;

/** Validators and hashes of a fetched page. */
export interface PageValidators {
  etag: string | null;
  lastModified: string | null;
  /** The address after redirects. */
  url: string;
  contentHash: string;
  /** Hash of the text; undefined when the page was not parsed. */
  textHash?: string;
}

/** Varies times by up to a tenth in both directions, so that pages that were added together are not always fetched together. */
const spread = sql`(0.9 + 0.2 * random())`;

/** Time of the next fetch; null for `off`. */
export const nextFetch = (every: RefreshEvery | RawBuilder<string>) => sql<Date | null>`now() +
  case ${every}::text when 'daily' then 1 when 'weekly' then 7 when 'monthly' then 30 end * interval '1 day' * ${spread}`;

/** Updates the columns that count failures. With null hours there is no further attempt. */
export const failedOnce = ({ error, retryHours }: { error: string; retryHours: number | null }) => ({
  failures: sql<number>`failures + 1`,
  failing_since: sql<Date>`coalesce(failing_since, now())`,
  error,
  next_at: sql<Date | null>`case when every <> 'off' then now() + ${retryHours}::float * interval '1 hour' * ${spread} end`,
});

export const noFailures = { failures: 0, failing_since: null, error: null };

/** The next check of a claimed item. If the process that claimed it dies, another process takes the item at that time. */
export const takenUntil = sql<Date>`now() + interval '1 hour'`;

export function findRefresh(tx: TenantTransaction, documentId: string) {
  return tx.first(
    query
      .selectFrom("document_refreshes")
      .select(["document_id", "url", "every", "site_id", "etag", "last_modified", "validated_url"])
      .select(["content_hash", "text_hash", "failures"])
      .where("document_id", "=", documentId),
  );
}

/** Stores the address from which a document is fetched. Undefined fields keep their value. A changed schedule starts now. */
export async function upsertRefresh(
  tx: TenantTransaction,
  documentId: string,
  { url, every, siteId }: { url: string; every?: RefreshEvery | undefined; siteId?: string | undefined },
): Promise<void> {
  const key = { tenant_id: tx.tenantId, document_id: documentId };
  const next = sql<Date | null>`case when document_refreshes.every = excluded.every and document_refreshes.next_at is not null
    then document_refreshes.next_at else excluded.next_at end`;
  await tx.run(
    query
      .insertInto("document_refreshes")
      .values({ ...key, url, every, site_id: siteId, next_at: nextFetch(every ?? "off") })
      .onConflict((conflict) =>
        conflict.columns(["tenant_id", "document_id"]).doUpdateSet({
          url,
          every,
          site_id: siteId,
          gone_at: siteId === undefined ? undefined : null,
          next_at: every === undefined ? undefined : next,
        }),
      ),
  );
}

/** Changes the refresh interval of a document, starting now. Clears earlier failures. */
export async function updateRefreshEvery(
  tx: TenantTransaction,
  documentId: string,
  every: RefreshEvery,
): Promise<void> {
  const changes = { every, next_at: nextFetch(every), ...noFailures };
  await tx.run(query.updateTable("document_refreshes").set(changes).where("document_id", "=", documentId));
}

/** Stores a successful fetch. `marks` is null when the page's server answered that nothing has changed. */
export async function storeFetch(
  tx: TenantTransaction,
  documentId: string,
  { marks, isChanged }: { marks: PageValidators | null; isChanged: boolean },
): Promise<void> {
  const refresh = query.updateTable("document_refreshes").where("document_id", "=", documentId);
  await tx.run(
    refresh.set({
      fetched_at: now,
      changed_at: isChanged ? now : undefined,
      next_at: nextFetch(sql.ref("every")),
      ...noFailures,
    }),
  );
  if (!marks) return;
  const { etag, lastModified, url, contentHash, textHash } = marks;
  // The text hash stays when the page was not parsed and its bytes are unchanged.
  const known = sql<string | null>`case when content_hash = ${contentHash} then text_hash end`;
  await tx.run(
    refresh.set({
      etag,
      last_modified: lastModified,
      validated_url: url,
      text_hash: textHash ?? known,
      content_hash: contentHash,
    }),
  );
}

/** Stores a failed fetch. @param failure.retryHours hours until the retry; null for none. */
export async function storeFetchFailure(
  tx: TenantTransaction,
  documentId: string,
  failure: { error: string; retryHours: number | null },
): Promise<void> {
  const failed = query.updateTable("document_refreshes").set(failedOnce(failure));
  await tx.run(failed.where("document_id", "=", documentId));
}

/** Ends the fetches of a document after a file or a text replaced its page, because the next fetch would undo that. */
export async function deleteRefresh(tx: TenantTransaction, documentId: string): Promise<void> {
  await tx.run(query.deleteFrom("document_refreshes").where("document_id", "=", documentId));
}

/** Tenants with due pages or sitemaps, the longest wait first. For the platform role. */
export async function listTenantsToRefresh(tx: Transaction, limit: number): Promise<string[]> {
  const due = (table: "document_refreshes" | "document_sites") =>
    query.selectFrom(table).select(["tenant_id", "next_at"]).where("next_at", "<=", now);
  const rows = await tx.all(
    query
      .selectFrom(due("document_refreshes").unionAll(due("document_sites")).as("due"))
      .select("tenant_id")
      .groupBy("tenant_id")
      .orderBy(({ fn }) => fn.min("next_at"))
      .limit(limit),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Claims due pages and skips rows that another process has locked. A page that was not fetched is due again an hour later. */
export async function takeDueRefreshes(tx: TenantTransaction, limit: number): Promise<string[]> {
  const due = query.selectFrom("document_refreshes").select("document_id").where("next_at", "<=", now);
  const rows = await tx.all(
    query
      .updateTable("document_refreshes")
      .set({ next_at: takenUntil })
      .where(
        "document_id",
        "=",
        sql<string>`any(array(${due.orderBy("next_at").limit(limit).forUpdate().skipLocked()}))`,
      )
      .returning("document_id"),
  );
  return rows.map(({ document_id }) => document_id);
}

/** Queues webhook deliveries about a document: its page has changed, or it will no longer be fetched. */
export async function queueDocumentWebhooks(
  tx: TenantTransaction,
  documentId: string,
  event:
    | { type: "document.changed"; said: { version: number } }
    | { type: "document.unreachable"; said: { error: string } },
): Promise<void> {
  const { type, said } = event;
  await tx.run(
    sql`select app.queue_webhook_deliveries(${tx.tenantId}, ${type}, null, ${documentId}, ${json(said)}, now())`,
  );
}
