import type { DocumentListQuery } from "../../../protocol/admin-documents.ts";
import type { DocumentKind } from "../../../protocol/document-kinds.ts";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type DocumentStatus = "queued" | "processing" | "searchable" | "ready" | "failed";

/** A document with the figures of the version it shows, which may still be on its way into the search. */
export interface DocumentRow {
  id: string;
  source: string;
  title: string;
  url: string | null;
  kind: DocumentKind;
  set_name: string | null;
  locale: string;
  audience: string;
  valid_from: Date | null;
  valid_until: Date | null;
  status: DocumentStatus;
  current_version_id: string | null;
  error: string | null;
  /** Null while the first version is still to be fetched. */
  version_id: string | null;
  version: number;
  served_version: number | null;
  content_hash: string | null;
  given_title: string | null;
  pages: number;
  coverage: number;
  chunk_count: number;
  embedded_count: number;
  notes: string[];
  /** Of the job that is at work or waits. */
  step: string | null;
  job_progress: number | null;
  job_kind: string | null;
  /** What waits in an open release. */
  draft: { release_id: string; version: number | null } | null;
  /** How it is fetched again; null: nobody has said where from. */
  refresh: DocumentRefreshRow | null;
  created_at: Date;
  updated_at: Date;
}

/** Times as PostgreSQL writes them in JSON. */
export interface DocumentRefreshRow {
  url: string;
  every: RefreshEvery;
  site_id: string | null;
  fetched_at: string | null;
  changed_at: string | null;
  next_at: string | null;
  failures: number;
  failing_since: string | null;
  error: string | null;
  gone_at: string | null;
}

/** What is left undefined stays as it is, or gets its usual value in a new document. */
export interface DocumentFields {
  url?: string | null;
  kind?: DocumentKind;
  setName?: string | null;
  locale?: string;
  audience?: string;
  validFrom?: string | null;
  validUntil?: string | null;
}

/** The kind of the document `d`: other words than these three come from an earlier version. */
export const kindOfDocument = "case when d.kind in ('policy', 'regulation') then d.kind else 'other' end";

const select = `select d.id, d.source, d.title, d.url, ${kindOfDocument} as kind, d.set_name, d.locale, d.audience, d.valid_from, d.valid_until,
    d.status, d.current_version_id, d.error, d.created_at, d.updated_at,
    v.id as version_id, coalesce(v.version, 0) as version, v.content_hash, v.title as given_title, coalesce(v.pages, 0) as pages,
    coalesce(v.coverage, 0) as coverage, coalesce(v.chunk_count, 0) as chunk_count, coalesce(v.embedded_count, 0) as embedded_count,
    coalesce(v.notes, '[]') as notes, served.version as served_version, work.step, work.progress as job_progress, work.kind as job_kind,
    (select jsonb_build_object('release_id', rv.release_id, 'version', drafted.version) from release_versions rv
       join releases r on r.tenant_id = rv.tenant_id and r.id = rv.release_id and r.state = 'open'
       left join document_versions drafted on drafted.tenant_id = rv.tenant_id and drafted.id = rv.version_id
      where rv.tenant_id = d.tenant_id and rv.document_id = d.id order by rv.created_at desc limit 1) as draft,
    (select to_jsonb(r) from document_refreshes r where r.tenant_id = d.tenant_id and r.document_id = d.id) as refresh
  from documents d
  left join document_versions v on v.tenant_id = d.tenant_id and v.id = d.wanted_version_id
  left join document_versions served on served.tenant_id = d.tenant_id and served.id = d.current_version_id
  left join lateral (
    select j.step, j.progress, j.kind from jobs j
     where j.tenant_id = d.tenant_id and j.document_id = d.id and j.status in ('queued', 'running')
     order by j.created_at desc, j.id desc limit 1
  ) work on true`;

/** The document of a source, made if new. Holds its row until the transaction ends, so that versions come one after another. */
export async function upsertDocument(
  tx: TenantTransaction,
  newId: string,
  fields: DocumentFields & { source: string; title: string },
): Promise<{ id: string }> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into documents (tenant_id, id, source, title, url, kind, set_name, locale, audience, valid_from, valid_until)
     values ($1, $2, $3, $4, $5, coalesce($6, 'other'), $7, coalesce($8, 'en'), coalesce($9, 'public'), $10, $11)
     on conflict (tenant_id, source) do update set source = excluded.source
     returning id`,
    [
      tx.tenantId,
      newId,
      fields.source,
      fields.title,
      fields.url ?? null,
      fields.kind ?? null,
      fields.setName ?? null,
      fields.locale ?? null,
      fields.audience ?? null,
      fields.validFrom ?? null,
      fields.validUntil ?? null,
    ],
  );
  const row = rows[0];
  if (!row) throw new Error("the document was not stored");
  return row;
}

/** Changes what is said about a document; true when something is other than before. */
export async function updateDocumentFields(
  tx: TenantTransaction,
  documentId: string,
  fields: DocumentFields,
): Promise<boolean> {
  const columns: [string, string, unknown][] = [
    ["url", "text", fields.url],
    ["kind", "text", fields.kind],
    ["set_name", "text", fields.setName],
    ["locale", "text", fields.locale],
    ["audience", "text", fields.audience],
    ["valid_from", "timestamptz", fields.validFrom],
    ["valid_until", "timestamptz", fields.validUntil],
  ];
  const given = columns.filter(([, , value]) => value !== undefined);
  if (given.length === 0) return false;
  const names = given.map(([name]) => name).join(", ");
  const values = given.map(([, type], index) => `$${index + 2}::${type}`).join(", ");
  const { rowCount } = await tx.query(
    `update documents set (${names}) = row(${values}), updated_at = now()
      where id = $1 and row(${names}) is distinct from row(${values})`,
    [documentId, ...given.map(([, , value]) => value)],
  );
  return (rowCount ?? 0) > 0;
}

/** Locks the document's row: whoever swaps versions or deletes goes one after another. */
export async function lockDocument(
  tx: TenantTransaction,
  documentId: string,
): Promise<{ current_version_id: string | null; wanted_version_id: string | null } | undefined> {
  const { rows } = await tx.query<{ current_version_id: string | null; wanted_version_id: string | null }>(
    "select current_version_id, wanted_version_id from documents where id = $1 for update",
    [documentId],
  );
  return rows[0];
}

export async function findDocument(tx: TenantTransaction, documentId: string): Promise<DocumentRow | undefined> {
  const { rows } = await tx.query<DocumentRow>(`${select} where d.id = $1`, [documentId]);
  return rows[0];
}

/** Newest first; `before` is the id of the last one seen (UUIDv7: the order of ids is that of time). */
export async function listDocuments(
  tx: TenantTransaction,
  page: { before: string | null; limit: number } & Pick<DocumentListQuery, "set" | "kind" | "q">,
): Promise<DocumentRow[]> {
  const { rows } = await tx.query<DocumentRow>(
    `${select}
      where ($1::uuid is null or d.id < $1) and ($3::text is null or d.set_name = $3) and ($4::text is null or ${kindOfDocument} = $4)
        and ($5::text is null or position(lower($5) in lower(d.title || ' ' || d.source)) > 0)
      order by d.id desc limit $2`,
    [page.before, page.limit, page.set ?? null, page.kind ?? null, page.q || null],
  );
  return rows;
}

export async function updateDocumentStatus(
  tx: TenantTransaction,
  documentId: string,
  change: { status: DocumentStatus; error?: string | null },
): Promise<void> {
  await tx.query("update documents set status = $2, error = $3, updated_at = now() where id = $1", [
    documentId,
    change.status,
    change.error ?? null,
  ]);
}

/** Says which version the document is to show; it is searched once it is read. */
export async function updateWantedVersion(tx: TenantTransaction, documentId: string, versionId: string): Promise<void> {
  await tx.query("update documents set wanted_version_id = $2, updated_at = now() where id = $1", [
    documentId,
    versionId,
  ]);
}

/** Makes a version the one that is searched. */
export async function updateCurrentVersion(
  tx: TenantTransaction,
  documentId: string,
  change: { versionId: string; title: string; status: DocumentStatus },
): Promise<void> {
  await tx.query(
    "update documents set current_version_id = $2, title = $3, status = $4, error = null, updated_at = now() where id = $1",
    [documentId, change.versionId, change.title, change.status],
  );
}

export async function updateTitle(tx: TenantTransaction, documentId: string, title: string): Promise<void> {
  await tx.query("update documents set title = $2, updated_at = now() where id = $1", [documentId, title]);
}

/** Versions, files, chunks, terms, vectors and jobs go with the document. */
export async function deleteDocument(tx: TenantTransaction, documentId: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from documents where id = $1", [documentId]);
  return (rowCount ?? 0) > 0;
}

/** How far documents are, in a word that changes whenever that does; those that are gone have none. */
export async function listDocumentStates(tx: TenantTransaction, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; state: string }>(
    `select d.id, concat_ws(' ', d.status, v.embedded_count, d.error) as state
       from documents d left join document_versions v on v.tenant_id = d.tenant_id and v.id = d.wanted_version_id
      where d.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Nobody is answered from it any more; its versions stay. The caller takes its words out of the search. */
export async function takeDocumentOut(tx: TenantTransaction, documentId: string): Promise<void> {
  await tx.query(
    "update documents set current_version_id = null, wanted_version_id = null, status = 'ready', error = null, updated_at = now() where id = $1",
    [documentId],
  );
}
