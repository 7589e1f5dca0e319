import type { TenantTransaction } from "./transaction.ts";

/** `parsed`: read by a parser before it was stored; `raw_text` is then the JSON of what it found. */
export type DocumentFormat = PlainFormat | "parsed";
export type PlainFormat = "markdown" | "html" | "text";

/** Extracted text of one page; the page is null where the format has none. */
export interface PageText {
  page: number | null;
  text: string;
}

export interface VersionRow {
  id: string;
  document_id: string;
  version: number;
  format: DocumentFormat;
  raw_text: string;
  /** Given with the version; null: the document's own title counts. */
  given_title: string | null;
  source: string;
  title: string;
  chunk_count: number;
  embedded_count: number;
  /** This version is the one that is searched. */
  is_current: boolean;
  /** A later version of the document exists. */
  is_superseded: boolean;
}

/** Stores what was submitted as the document's next version. The caller holds the document's row. */
export async function insertVersion(
  tx: TenantTransaction,
  version: {
    id: string;
    documentId: string;
    contentHash: string;
    format: DocumentFormat;
    rawText: string;
    title: string | null;
  },
): Promise<void> {
  await tx.query(
    `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text, title)
     select $1, $2, $3, coalesce(max(version), 0) + 1, $4, $5, $6, $7 from document_versions where document_id = $3`,
    [tx.tenantId, version.id, version.documentId, version.contentHash, version.format, version.rawText, version.title],
  );
}

export async function findVersion(tx: TenantTransaction, versionId: string): Promise<VersionRow | undefined> {
  const { rows } = await tx.query<VersionRow>(
    `select v.id, v.document_id, v.version, v.format, v.raw_text, v.title as given_title, d.source, d.title, v.chunk_count, v.embedded_count,
            d.current_version_id is not distinct from v.id as is_current,
            exists (select 1 from document_versions o where o.document_id = v.document_id and o.version > v.version) as is_superseded
       from document_versions v
       join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id
      where v.id = $1`,
    [versionId],
  );
  return rows[0];
}

export async function findPages(tx: TenantTransaction, versionId: string): Promise<PageText[]> {
  const { rows } = await tx.query<{ extracted: PageText[] }>("select extracted from document_versions where id = $1", [
    versionId,
  ]);
  return rows[0]?.extracted ?? [];
}

export async function updateExtraction(
  tx: TenantTransaction,
  versionId: string,
  extraction: { pages: PageText[]; coverage: number; chunkCount: number },
): Promise<void> {
  await tx.query(
    `update document_versions set extracted = $2, pages = $3, coverage = $4, chunk_count = $5, embedded_count = 0 where id = $1`,
    [versionId, JSON.stringify(extraction.pages), extraction.pages.length, extraction.coverage, extraction.chunkCount],
  );
}

export async function updateEmbeddedCount(tx: TenantTransaction, versionId: string, count: number): Promise<void> {
  await tx.query("update document_versions set embedded_count = $2 where id = $1", [versionId, count]);
}
