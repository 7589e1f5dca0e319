import { sql } from "kysely";
import { json } from "../../database/column-types.ts";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { everyVisitor, whyHidden } from "../../knowledge/store/document-visibility.ts";

export interface NewChunk {
  id: string;
  ordinal: number;
  heading: string | null;
  page: number | null;
  text: string;
}

/** A chunk with the facts about its document. */
export type ChunkRow = Awaited<ReturnType<typeof findChunks>>[number];

const citable = query
  .selectFrom("chunks as c")
  .innerJoin("documents as d", "d.id", "c.document_id")
  .select(["c.id as chunk_id", "c.document_id", "c.version_id", "d.title", "d.url", "c.page", "c.heading", "c.text"]);

/** Rows per statement: large enough to be fast, small enough for a parameter. */
const batchSize = 500;

/** Stores the chunks of a version; replaces the rows of an earlier attempt. */
export async function insertChunks(
  tx: TenantTransaction,
  version: { id: string; documentId: string },
  chunks: NewChunk[],
): Promise<void> {
  await tx.run(query.deleteFrom("chunks").where("version_id", "=", version.id));
  for (let start = 0; start < chunks.length; start += batchSize) {
    await tx.run(sql`
      insert into chunks (tenant_id, id, document_id, version_id, ordinal, heading, page, text)
      select ${tx.tenantId}, c.id, ${version.documentId}, ${version.id}, c.ordinal, c.heading, c.page, c.text
        from jsonb_to_recordset(${json(chunks.slice(start, start + batchSize))}::jsonb)
          as c(id uuid, ordinal integer, heading text, page integer, text text)`);
  }
}

/** Chunks in the order of `ids`; deleted ones are left out. Chunks of old versions are included, for earlier citations. */
export async function findChunks(tx: TenantTransaction, ids: string[]) {
  if (ids.length === 0) return [];
  return tx.all(
    citable.select("d.source").where("c.id", "=", anyOf(ids)).orderBy(sql`array_position(${ids}::uuid[], c.id)`),
  );
}

/** A passage that may be cited to a visitor. */
export type CitableChunk = Awaited<ReturnType<typeof findCitableChunks>>[number];

/**
 * Passages by id, in no order; deleted ones are left out. `hidden` is the reason why visitors cannot find a passage; null when they can.
 * `is_current`: it belongs to the searched version.
 */
export async function findCitableChunks(tx: TenantTransaction, ids: string[]) {
  if (ids.length === 0) return [];
  return tx.all(
    citable
      .select(sql<boolean>`c.version_id is not distinct from d.current_version_id`.as("is_current"))
      .select(whyHidden(everyVisitor).as("hidden"))
      .where("c.id", "=", anyOf(ids)),
  );
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
  return tx.all(sql<SectionPassages>`
    select c.id as chunk_id,
           c.heading is null and exists (
             select 1 from chunks o where o.tenant_id = c.tenant_id and o.version_id = c.version_id and o.heading is not null
           ) as is_introduction,
           jsonb_agg(jsonb_build_object('ordinal', s.ordinal, 'text', s.text, 'is_found', s.id = c.id) order by s.ordinal) as passages
      from chunks c
      join chunks s on s.tenant_id = c.tenant_id and s.version_id = c.version_id and s.heading is not distinct from c.heading
                   and s.ordinal between c.ordinal - ${mostAround}::int and c.ordinal + ${mostAround}::int
     where c.id = any(${ids}::uuid[])
     group by c.tenant_id, c.version_id, c.id, c.heading`);
}

/** The passages for answers to visitors in reading order, with the document's title and the headings above. */
export function listCurrentPassages(tx: TenantTransaction, limit: number) {
  return tx.all(
    query
      .selectFrom("documents as d")
      .innerJoin("chunks as c", "c.version_id", "d.current_version_id")
      .select(["d.title", "c.heading", "c.text"])
      .where("d.audience", "=", "public")
      .orderBy("d.id")
      .orderBy("c.ordinal")
      .limit(limit),
  );
}

/** Every chunk of a version in reading order, current or not. */
export function listChunksOfVersion(tx: TenantTransaction, versionId: string) {
  return tx.all(
    query.selectFrom("chunks").select(["id", "heading", "text"]).where("version_id", "=", versionId).orderBy("ordinal"),
  );
}
