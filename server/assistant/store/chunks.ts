import type { TenantTransaction } from "../../database/transaction.ts";
import { type HiddenReason, whyHidden } from "./search-scope.ts";

export interface NewChunk {
  id: string;
  ordinal: number;
  heading: string | null;
  page: number | null;
  text: string;
}

/** A chunk with the facts about its document. */
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

/** Rows per statement: large enough to be fast, small enough for a parameter. */
const batchSize = 500;

/** Stores the chunks of a version; replaces the rows of an earlier attempt. */
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

/** Chunks in the order of `ids`; deleted ones are left out. Chunks of old versions are included, for earlier citations. */
export async function findChunks(tx: TenantTransaction, ids: string[]): Promise<ChunkRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<ChunkRow>(
    `${select} join unnest($1::uuid[]) with ordinality as wanted(id, position) on wanted.id = c.id order by wanted.position`,
    [ids],
  );
  return rows;
}

/** A passage that may be cited to a visitor. */
export interface CitableChunk extends Omit<ChunkRow, "kind" | "source"> {
  /** The passage belongs to the searched version. */
  is_current: boolean;
  /** Reason why visitors cannot find it; null when they can. */
  hidden: HiddenReason | null;
}

/** Passages by id, in no order; deleted ones are left out. */
export async function findCitableChunks(tx: TenantTransaction, ids: string[]): Promise<CitableChunk[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<CitableChunk>(
    `select c.id as chunk_id, c.document_id, c.version_id, d.title, d.url, c.page, c.heading, c.text,
            c.version_id is not distinct from d.current_version_id as is_current, ${whyHidden} as hidden
       from chunks c join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
      where c.id = any($3::uuid[])`,
    ["public", null, ids],
  );
  return rows;
}

/** A passage and its neighbours under the same heading, in reading order. */
export interface SectionPassages {
  chunk_id: string;
  passages: { ordinal: number; text: string; is_found: boolean }[];
  /** The passage precedes the first heading of a document with headings. */
  is_introduction: boolean;
}

/** Passages read on either side: a longer section is too long to be shown whole. */
const mostAround = 4;

/** The sections of these passages, within {@link mostAround}. Passages of drafts have none. */
export async function listSectionPassages(tx: TenantTransaction, ids: string[]): Promise<SectionPassages[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<SectionPassages>(
    `select c.id as chunk_id,
            c.heading is null and exists (
              select 1 from chunks o where o.tenant_id = c.tenant_id and o.version_id = c.version_id and o.heading is not null
            ) as is_introduction,
            jsonb_agg(jsonb_build_object('ordinal', s.ordinal, 'text', s.text, 'is_found', s.id = c.id) order by s.ordinal) as passages
       from chunks c
       join chunks s on s.tenant_id = c.tenant_id and s.version_id = c.version_id and s.heading is not distinct from c.heading
                    and s.ordinal between c.ordinal - $2 and c.ordinal + $2
      where c.id = any($1::uuid[])
      group by c.tenant_id, c.version_id, c.id, c.heading`,
    [ids, mostAround],
  );
  return rows;
}

/** The passages for answers to visitors in reading order, with the document's title and the headings above. */
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
