import { sql } from "kysely";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type Viewpoint, whyHidden } from "../../knowledge/store/document-visibility.ts";
import type { CandidateRow } from "./search-scope.ts";

/** A passage of an unpublished version, with all fields for ranking. */
export interface AddedChunkRow extends CandidateRow {
  /** The document's title in this version; null when it only repeats the text's first words. */
  searched_title: string | null;
  /** The document's language: from the version's release, otherwise from the document. */
  locale: string;
}

/** Most passages added to a search; a library of some thousand pages changes less in a day. */
const mostAddedChunks = 3_000;

/** A document field, replaced by the draft's value when it has one. A published version has no such values. */
const overlaid = (column: string, field: string, type = "text") =>
  sql.raw(
    `case when rv.fields ? '${field}' then (rv.fields ->> '${field}')::${type} else o.${column} end as ${column}`,
  );

/**
 * Lists passages of unpublished versions as this searcher would see them after publication. Passages of published versions are left out,
 * because the search finds them anyway.
 */
export async function listAddedChunks(
  tx: TenantTransaction,
  { versionIds, ...viewpoint }: Viewpoint & { versionIds: readonly string[] },
): Promise<AddedChunkRow[]> {
  if (versionIds.length === 0) return [];
  return tx.all(
    sql<AddedChunkRow>`with added as materialized (
       select v.id, v.document_id, coalesce(v.shown_title, v.title, d.title) as title, v.is_title_made_up, d.source, d.url,
              d.set_name, d.audience, d.valid_from, d.locale, coalesce(s.boost, 0) as set_boost
         from document_versions v
         join lateral (
           select o.tenant_id, o.id, o.current_version_id, o.title, o.source, ${overlaid("url", "url")},
                  ${overlaid("set_name", "setName")}, ${overlaid("locale", "locale")}, ${overlaid("audience", "audience")},
                  ${overlaid("valid_from", "validFrom", "timestamptz")}, ${overlaid("valid_until", "validUntil", "timestamptz")}
             from documents o
             left join release_versions rv on rv.tenant_id = o.tenant_id and rv.version_id = v.id and v.is_draft
            where o.tenant_id = v.tenant_id and o.id = v.document_id
         ) d on true
         left join document_sets s on s.tenant_id = d.tenant_id and s.name = d.set_name
        where v.id = any(${versionIds}::uuid[]) and v.id is distinct from d.current_version_id and ${whyHidden(viewpoint)} is null
     )
     select c.id as chunk_id, c.document_id, c.version_id, a.title, a.source, a.url, c.page, c.heading, c.text, a.set_name, a.audience,
            a.set_boost, a.valid_from, a.locale, case when not a.is_title_made_up then a.title end as searched_title
       from added a join chunks c on c.version_id = a.id order by a.id, c.ordinal limit ${mostAddedChunks}`,
  );
}

/** The documents with these ids, and those with one of these ids as published version. */
export async function listDocumentsOf(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all(
    query
      .selectFrom("documents")
      .select("id")
      .where(({ eb, or }) => or([eb("id", "=", anyOf(ids)), eb("current_version_id", "=", anyOf(ids))])),
  );
  return rows.map(({ id }) => id);
}

/** The documents whose published version these versions replace. */
export async function listDocumentsReplaced(tx: TenantTransaction, versionIds: readonly string[]): Promise<string[]> {
  if (versionIds.length === 0) return [];
  const rows = await tx.all(
    query
      .selectFrom("document_versions as v")
      .innerJoin("documents as d", "d.id", "v.document_id")
      .distinct()
      .select("v.document_id")
      .where("v.id", "=", anyOf(versionIds))
      .whereRef("v.id", "is distinct from", "d.current_version_id"),
  );
  return rows.map(({ document_id }) => document_id);
}

/** The documents that are in none of these sets. */
export async function listDocumentsApart(tx: TenantTransaction, sets: readonly string[]): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("documents")
      .select("id")
      .where(sql<boolean>`(set_name is null or set_name <> all(${sets}::text[]))`),
  );
  return rows.map(({ id }) => id);
}

export async function listDocumentsOfVersions(tx: TenantTransaction, versionIds: readonly string[]): Promise<string[]> {
  if (versionIds.length === 0) return [];
  const rows = await tx.all(
    query.selectFrom("document_versions").select("document_id").where("id", "=", anyOf(versionIds)),
  );
  return rows.map(({ document_id }) => document_id);
}

/** Vectors of published passages with exactly the same text, in the same document under the same title. Needs pgvector. */
export async function listVectorsOfSame(
  tx: TenantTransaction,
  model: string,
  chunkIds: readonly string[],
): Promise<{ chunk_id: string; vector: Float32Array }[]> {
  const rows = await tx.all(
    sql<{ chunk_id: string; vector: string }>`select distinct on (c.id) c.id as chunk_id, e.embedding::text as vector
       from chunks c
       join document_versions v on v.tenant_id = c.tenant_id and v.id = c.version_id
       join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
       join document_versions w on w.tenant_id = d.tenant_id and w.id = d.current_version_id
       join chunks o on o.tenant_id = c.tenant_id and o.version_id = w.id
       join chunk_embeddings e on e.tenant_id = o.tenant_id and e.chunk_id = o.id and e.model = ${model}
      where c.id = any(${chunkIds}::uuid[]) and o.text = c.text and o.heading is not distinct from c.heading
        and w.is_title_made_up = v.is_title_made_up
        and (v.is_title_made_up or d.title = coalesce(v.shown_title, v.title, d.title))`,
  );
  // pgvector writes a vector in JSON syntax.
  return rows.map(({ chunk_id, vector }) => ({ chunk_id, vector: new Float32Array(JSON.parse(vector) as number[]) }));
}
