import type { DocumentKind } from "../../../protocol/document-kinds.ts";
import { vectorText } from "../../assistant/store/search-scope.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { kindOfDocument } from "../../knowledge/store/documents.ts";

/** A version of a document that can be read. */
export interface LibraryVersionRow {
  document_id: string;
  version_id: string;
  version: number;
  label: string | null;
  is_current: boolean;
  title: string;
  kind: DocumentKind;
  set_name: string | null;
  created_at: Date;
}

/** Most versions that are told apart by their names. */
const mostVersions = 20_000;

/** Every version that has passages, of all documents; of each document the newest first. */
export async function listLibraryVersions(tx: TenantTransaction): Promise<LibraryVersionRow[]> {
  const { rows } = await tx.query<LibraryVersionRow>(
    `select d.id as document_id, v.id as version_id, v.version, v.label, v.id = d.current_version_id as is_current,
            coalesce(v.title, d.title) as title, ${kindOfDocument} as kind, d.set_name, v.created_at
       from documents d join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id
      where v.chunk_count > 0 and not v.is_draft and d.current_version_id is not null and d.source not like 'snippet:%'
      order by d.title, d.id, v.version desc limit ${mostVersions}`,
  );
  return rows;
}

/** A passage of a version. */
export interface VersionChunkRow {
  chunk_id: string;
  document_id: string;
  version_id: string;
  title: string;
  url: string | null;
  page: number | null;
  heading: string | null;
  text: string;
  ordinal: number;
}

/** Most passages of one document that are read. */
const mostChunks = 600;

/** The passages of a version in reading order. */
export async function listVersionChunks(tx: TenantTransaction, versionId: string): Promise<VersionChunkRow[]> {
  const { rows } = await tx.query<VersionChunkRow>(
    `select c.id as chunk_id, c.document_id, c.version_id, coalesce(v.title, d.title) as title, d.url, c.page, c.heading, c.text, c.ordinal
       from chunks c
       join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
       join document_versions v on v.tenant_id = c.tenant_id and v.id = c.version_id
      where c.version_id = $1 order by c.ordinal limit ${mostChunks}`,
    [versionId],
  );
  return rows;
}

/** The text of a version as it was added; undefined where it is gone. */
export async function findVersionText(tx: TenantTransaction, versionId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ raw_text: string }>("select raw_text from document_versions where id = $1", [
    versionId,
  ]);
  return rows[0]?.raw_text;
}

/** Cosines of these passages to a vector, where they have one of that model. Needs pgvector. */
export async function nearnessOfChunks(
  tx: TenantTransaction,
  { chunkIds, model, vector }: { chunkIds: readonly string[]; model: string; vector: Float32Array },
): Promise<{ chunk_id: string; cosine: number }[]> {
  const { rows } = await tx.query<{ chunk_id: string; cosine: number }>(
    `select chunk_id, 1 - (embedding <=> $1::vector) as cosine
       from chunk_embeddings where chunk_id = any($2::uuid[]) and model = $3`,
    [vectorText(vector), chunkIds, model],
  );
  return rows;
}

/** Titles of documents by their ids; those that are gone have none. */
export async function findTitles(tx: TenantTransaction, documentIds: readonly string[]): Promise<Map<string, string>> {
  if (documentIds.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; title: string }>(
    "select id, title from documents where id = any($1::uuid[])",
    [documentIds],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
