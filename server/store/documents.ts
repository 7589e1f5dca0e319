import type { TenantTransaction } from "./transaction.ts";

export type DocumentStatus = "queued" | "processing" | "searchable" | "ready" | "failed";

/** A document with the figures of its newest version, which may still be on its way into the search. */
export interface DocumentRow {
  id: string;
  source: string;
  title: string;
  url: string | null;
  kind: string;
  set_name: string | null;
  locale: string;
  status: DocumentStatus;
  current_version_id: string | null;
  error: string | null;
  version_id: string;
  version: number;
  content_hash: string;
  pages: number;
  coverage: number;
  chunk_count: number;
  embedded_count: number;
  created_at: Date;
  updated_at: Date;
}

export interface DocumentFields {
  source: string;
  title: string;
  url: string | null;
  kind: string;
  setName: string | null;
  locale: string;
}

const select = `select d.id, d.source, d.title, d.url, d.kind, d.set_name, d.locale, d.status, d.current_version_id, d.error,
    d.created_at, d.updated_at, v.id as version_id, v.version, v.content_hash, v.pages, v.coverage, v.chunk_count, v.embedded_count
  from documents d
  join lateral (
    select * from document_versions v where v.tenant_id = d.tenant_id and v.document_id = d.id order by v.version desc limit 1
  ) v on true`;

/** The document of a source, made if new. Holds its row until the transaction ends, so that versions come one after another. */
export async function upsertDocument(
  tx: TenantTransaction,
  newId: string,
  fields: DocumentFields,
): Promise<{ id: string }> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into documents (tenant_id, id, source, title, url, kind, set_name, locale)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, source) do update
       set url = excluded.url, kind = excluded.kind, set_name = excluded.set_name, locale = excluded.locale
     returning id`,
    [tx.tenantId, newId, fields.source, fields.title, fields.url, fields.kind, fields.setName, fields.locale],
  );
  const row = rows[0];
  if (!row) throw new Error("the document was not stored");
  return row;
}

/** Locks the document's row: whoever swaps versions or deletes goes one after another. */
export async function lockDocument(
  tx: TenantTransaction,
  documentId: string,
): Promise<{ current_version_id: string | null } | undefined> {
  const { rows } = await tx.query<{ current_version_id: string | null }>(
    "select current_version_id from documents where id = $1 for update",
    [documentId],
  );
  return rows[0];
}

export async function findDocument(tx: TenantTransaction, documentId: string): Promise<DocumentRow | undefined> {
  const { rows } = await tx.query<DocumentRow>(`${select} where d.id = $1`, [documentId]);
  return rows[0];
}

export async function findDocumentBySource(tx: TenantTransaction, source: string): Promise<DocumentRow | undefined> {
  const { rows } = await tx.query<DocumentRow>(`${select} where d.source = $1`, [source]);
  return rows[0];
}

/** Newest first; `before` is the id of the last one seen (UUIDv7: the order of ids is that of time). */
export async function listDocuments(
  tx: TenantTransaction,
  page: { before: string | null; limit: number },
): Promise<DocumentRow[]> {
  const { rows } = await tx.query<DocumentRow>(
    `${select} where $1::uuid is null or d.id < $1 order by d.id desc limit $2`,
    [page.before, page.limit],
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

/** Versions, chunks, terms and vectors go with the document. */
export async function deleteDocument(tx: TenantTransaction, documentId: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from documents where id = $1", [documentId]);
  return (rowCount ?? 0) > 0;
}
