import type { TenantTransaction } from "./transaction.ts";

export interface NewChunk {
  id: string;
  ordinal: number;
  heading: string | null;
  page: number | null;
  text: string;
}

/** A chunk with what a reader must know of its document. */
export interface ChunkRow {
  chunk_id: string;
  document_id: string;
  version_id: string;
  title: string;
  source: string;
  url: string | null;
  page: number | null;
  heading: string | null;
  text: string;
}

const select = `select c.id as chunk_id, c.document_id, c.version_id, d.title, d.source, d.url, c.page, c.heading, c.text
  from chunks c join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id`;

/** Rows for one statement: large enough to be quick, small enough for a parameter. */
const batchSize = 500;

/** Writes the chunks of a version; what an earlier try left is replaced. */
export async function insertChunks(
  tx: TenantTransaction,
  version: { id: string; documentId: string },
  chunks: NewChunk[],
): Promise<void> {
  await tx.query("delete from chunks where version_id = $1", [version.id]);
  for (let start = 0; start < chunks.length; start += batchSize) {
    await tx.query(
      `insert into chunks (tenant_id, id, document_id, version_id, ordinal, heading, page, text)
       select $1, c.id, $2, $3, c.ordinal, c.heading, c.page, c.text
         from jsonb_to_recordset($4::jsonb) as c(id uuid, ordinal integer, heading text, page integer, text text)`,
      [tx.tenantId, version.documentId, version.id, JSON.stringify(chunks.slice(start, start + batchSize))],
    );
  }
}

/** In the order of `ids`; chunks that are gone are left out. Old versions' chunks are found too, for citations made then. */
export async function findChunks(tx: TenantTransaction, ids: string[]): Promise<ChunkRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<ChunkRow>(
    `${select} join unnest($1::uuid[]) with ordinality as wanted(id, position) on wanted.id = c.id order by wanted.position`,
    [ids],
  );
  return rows;
}

/** What visitors may be answered from, passage by passage in reading order, with the title of its document and the headings above it. */
export async function listCurrentPassages(
  tx: TenantTransaction,
  limit: number,
): Promise<{ title: string; heading: string | null; text: string }[]> {
  const { rows } = await tx.query<{ title: string; heading: string | null; text: string }>(
    `select d.title, c.heading, c.text
       from documents d join chunks c on c.tenant_id = d.tenant_id and c.version_id = d.current_version_id
      where d.audience = 'public' order by d.id, c.ordinal limit $1`,
    [limit],
  );
  return rows;
}

/** Every chunk of a version in reading order, current or not. */
export async function listChunksOfVersion(
  tx: TenantTransaction,
  versionId: string,
): Promise<{ id: string; heading: string | null; text: string }[]> {
  const { rows } = await tx.query<{ id: string; heading: string | null; text: string }>(
    "select id, heading, text from chunks where version_id = $1 order by ordinal",
    [versionId],
  );
  return rows;
}
