import type { TenantTransaction } from "../../database/transaction.ts";
import { type CandidateRow, type ScopeQuery, whyHidden } from "./search-scope.ts";

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
  `case when rv.fields ? '${field}' then (rv.fields ->> '${field}')::${type} else o.${column} end as ${column}`;

/**
 * Lists passages of unpublished versions as this searcher would see them after publication. Passages of published versions are left out,
 * because the search finds them anyway.
 */
export async function listAddedChunks(
  tx: TenantTransaction,
  { versionIds, audience, sets }: Pick<ScopeQuery, "audience" | "sets"> & { versionIds: readonly string[] },
): Promise<AddedChunkRow[]> {
  if (versionIds.length === 0) return [];
  const { rows } = await tx.query<AddedChunkRow>(
    `with added as materialized (
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
        where v.id = any($3::uuid[]) and v.id is distinct from d.current_version_id and ${whyHidden} is null
     )
     select c.id as chunk_id, c.document_id, c.version_id, a.title, a.source, a.url, c.page, c.heading, c.text, a.set_name, a.audience,
            a.set_boost, a.valid_from, a.locale, case when not a.is_title_made_up then a.title end as searched_title
       from added a join chunks c on c.version_id = a.id order by a.id, c.ordinal limit $4`,
    [audience, sets, versionIds, mostAddedChunks],
  );
  return rows;
}

/** The documents with these ids, and those with one of these ids as published version. */
export async function listDocumentsOf(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(
    "select id from documents where id = any($1::uuid[]) or current_version_id = any($1::uuid[])",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** The documents whose published version these versions replace. */
export async function listDocumentsReplaced(tx: TenantTransaction, versionIds: readonly string[]): Promise<string[]> {
  if (versionIds.length === 0) return [];
  const { rows } = await tx.query<{ document_id: string }>(
    `select distinct v.document_id from document_versions v join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id
      where v.id = any($1::uuid[]) and v.id is distinct from d.current_version_id`,
    [versionIds],
  );
  return rows.map(({ document_id }) => document_id);
}

/** The documents that are in none of these sets. */
export async function listDocumentsApart(tx: TenantTransaction, sets: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from documents where set_name is null or set_name <> all($1::text[])",
    [sets],
  );
  return rows.map(({ id }) => id);
}

export async function listDocumentsOfVersions(tx: TenantTransaction, versionIds: readonly string[]): Promise<string[]> {
  if (versionIds.length === 0) return [];
  const { rows } = await tx.query<{ document_id: string }>(
    "select document_id from document_versions where id = any($1::uuid[])",
    [versionIds],
  );
  return rows.map(({ document_id }) => document_id);
}

/** Vectors of published passages with exactly the same text, in the same document under the same title. Needs pgvector. */
export async function listVectorsOfSame(
  tx: TenantTransaction,
  model: string,
  chunkIds: readonly string[],
): Promise<{ chunk_id: string; vector: Float32Array }[]> {
  const { rows } = await tx.query<{ chunk_id: string; vector: string }>(
    `select distinct on (c.id) c.id as chunk_id, e.embedding::text as vector
       from chunks c
       join document_versions v on v.tenant_id = c.tenant_id and v.id = c.version_id
       join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
       join document_versions w on w.tenant_id = d.tenant_id and w.id = d.current_version_id
       join chunks o on o.tenant_id = c.tenant_id and o.version_id = w.id
       join chunk_embeddings e on e.tenant_id = o.tenant_id and e.chunk_id = o.id and e.model = $1
      where c.id = any($2::uuid[]) and o.text = c.text and o.heading is not distinct from c.heading
        and w.is_title_made_up = v.is_title_made_up
        and (v.is_title_made_up or d.title = coalesce(v.shown_title, v.title, d.title))`,
    [model, chunkIds],
  );
  // pgvector writes a vector in JSON syntax.
  return rows.map(({ chunk_id, vector }) => ({ chunk_id, vector: new Float32Array(JSON.parse(vector) as number[]) }));
}
