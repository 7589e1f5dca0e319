import type { PlainFormat } from "../../../protocol/admin-documents.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** `file`: the format is detected from the content. */
export type DocumentFormat = PlainFormat | "file";

/** Extracted text of one page; the page is null where the format has none. */
export interface PageText {
  page: number | null;
  text: string;
}

/** A version as ingestion needs it. */
export interface VersionRow {
  id: string;
  document_id: string;
  version: number;
  format: DocumentFormat;
  /** Empty where the bytes are kept in `document_files`. */
  raw_text: string;
  /** Given with the version; null: the document's own title counts. */
  given_title: string | null;
  source: string;
  title: string;
  /** What this version was found to be called; null: it is not read yet. */
  shown_title: string | null;
  /** The title repeats the text's first words and is not searched again. */
  is_title_made_up: boolean;
  chunk_count: number;
  embedded_count: number;
  /** This version is the one that is searched. */
  is_current: boolean;
  /** Another version was added or restored since. */
  is_superseded: boolean;
  is_draft: boolean;
}

/** A version as people see it. */
export interface VersionSummaryRow {
  id: string;
  version: number;
  title: string | null;
  label: string | null;
  read_as: string | null;
  byte_size: number;
  pages: number;
  coverage: number;
  chunk_count: number;
  embedded_count: number;
  notes: string[];
  is_current: boolean;
  /** It waits for the publication of its release. */
  is_draft: boolean;
  created_at: Date;
}

/** Stores the next version of a document. The caller holds the document's row and says which version is wanted. */
export async function insertVersion(
  tx: TenantTransaction,
  version: {
    id: string;
    documentId: string;
    contentHash: string;
    format: DocumentFormat;
    rawText: string;
    title: string | null;
    byteSize?: number;
    /** Nobody is answered from it before its release is published. */
    isDraft?: boolean;
  },
): Promise<void> {
  await tx.query(
    `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text, title, byte_size, is_draft)
     select $1, $2, $3, coalesce(max(version), 0) + 1, $4, $5, $6, $7, $8, $9 from document_versions where document_id = $3`,
    [
      tx.tenantId,
      version.id,
      version.documentId,
      version.contentHash,
      version.format,
      version.rawText,
      version.title,
      version.byteSize ?? 0,
      version.isDraft ?? false,
    ],
  );
}

export async function findVersion(tx: TenantTransaction, versionId: string): Promise<VersionRow | undefined> {
  const { rows } = await tx.query<VersionRow>(
    `select v.id, v.document_id, v.version, v.format, v.raw_text, v.title as given_title, d.source, d.title, v.shown_title, v.is_title_made_up, v.chunk_count, v.embedded_count,
            d.current_version_id is not distinct from v.id as is_current,
            d.wanted_version_id is distinct from v.id as is_superseded, v.is_draft
       from document_versions v
       join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id
      where v.id = $1`,
    [versionId],
  );
  return rows[0];
}

const summary = `select v.id, v.version, coalesce(v.shown_title, v.title) as title, v.label, v.read_as, v.byte_size::float8 as byte_size, v.pages, v.coverage,
    v.chunk_count, v.embedded_count, v.notes, d.current_version_id is not distinct from v.id as is_current, v.is_draft, v.created_at
  from document_versions v join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id`;

/** Newest first; a document has few. */
export async function listVersions(tx: TenantTransaction, documentId: string): Promise<VersionSummaryRow[]> {
  const { rows } = await tx.query<VersionSummaryRow>(
    `${summary} where v.document_id = $1 order by v.version desc limit 1000`,
    [documentId],
  );
  return rows;
}

export async function findVersionByNumber(
  tx: TenantTransaction,
  documentId: string,
  version: number,
): Promise<VersionSummaryRow | undefined> {
  const { rows } = await tx.query<VersionSummaryRow>(`${summary} where v.document_id = $1 and v.version = $2`, [
    documentId,
    version,
  ]);
  return rows[0];
}

/** Names a version; null takes the name away. False: there is no such version. */
export async function updateVersionLabel(
  tx: TenantTransaction,
  { documentId, version, label }: { documentId: string; version: number; label: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update document_versions set label = $3 where document_id = $1 and version = $2",
    [documentId, version, label],
  );
  return rowCount === 1;
}

export async function findPages(tx: TenantTransaction, versionId: string): Promise<PageText[]> {
  const { rows } = await tx.query<{ extracted: PageText[] }>("select extracted from document_versions where id = $1", [
    versionId,
  ]);
  return rows[0]?.extracted ?? [];
}

/** Notes what was read out of a version, also of one that is refused for it. */
export async function updateExtraction(
  tx: TenantTransaction,
  versionId: string,
  extraction: {
    pages: PageText[];
    coverage: number;
    chunkCount: number;
    notes: string[];
    readAs: string | null;
    title: string | null;
    isTitleMadeUp: boolean;
  },
): Promise<void> {
  await tx.query(
    `update document_versions set extracted = $2, pages = $3, coverage = $4, chunk_count = $5, embedded_count = 0,
            notes = $6, read_as = $7, shown_title = $8, is_title_made_up = $9 where id = $1`,
    [
      versionId,
      JSON.stringify(extraction.pages),
      extraction.pages.length,
      extraction.coverage,
      extraction.chunkCount,
      JSON.stringify(extraction.notes),
      extraction.readAs,
      extraction.title,
      extraction.isTitleMadeUp,
    ],
  );
}

/** A person gave the version another title. */
export async function updateGivenTitle(tx: TenantTransaction, versionId: string, title: string): Promise<void> {
  await tx.query("update document_versions set title = $2, shown_title = $2, is_title_made_up = false where id = $1", [
    versionId,
    title,
  ]);
}

export async function updateEmbeddedCount(tx: TenantTransaction, versionId: string, count: number): Promise<void> {
  await tx.query("update document_versions set embedded_count = $2 where id = $1", [versionId, count]);
}

/** What was a draft counts from now on. */
export async function publishDraftVersion(tx: TenantTransaction, versionId: string): Promise<void> {
  await tx.query("update document_versions set is_draft = false where id = $1", [versionId]);
}

/** Removes a draft with its file and passages; no other version. */
export async function deleteDraftVersion(tx: TenantTransaction, versionId: string): Promise<void> {
  await tx.query("delete from document_versions where id = $1 and is_draft", [versionId]);
}
