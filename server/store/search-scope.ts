import type { TenantTransaction } from "./transaction.ts";

/** Who searches: visitors see public documents, people of the tenant see internal ones too. */
export type SearchAudience = "public" | "internal";

/** Why a document is not found now. */
export type HiddenReason = "internal" | "not_yet_valid" | "expired" | "other_set" | "retired";

export interface ScopeQuery {
  audience: SearchAudience;
  /** Only documents of these sets; null: of all, and of none. */
  sets: string[] | null;
  /** The embedding model whose vectors are counted; null: no vectors. */
  model: string | null;
  /** Counting stops here. */
  countTo: number;
}

/** A list of documents to leave out, or the only ones to look at: whichever is shorter. */
export interface DocumentFilter {
  ids: string[];
  only: boolean;
}

export const everyDocument: DocumentFilter = { ids: [], only: false };

export interface SearchScope {
  found: DocumentFilter;
  hidden: DocumentFilter;
  /** Vectors of the tenant, at most `countTo`. */
  vectors: number;
  /** Passages of the tenant, counted while `vectors` is below `countTo`; some have no vector yet when this is more than `vectors`. */
  passages: number;
}

/**
 * While more of a tenant's passages than this have no vector yet, words alone are searched: the nearest of a few passages is
 * nothing but the least far, and would count as what the documents have.
 */
export const mostWithoutVectors = 0.1;

/** Why the document `d` is hidden from the audience `$1` in the sets `$2`; null when it is not. */
export const whyHidden = `case
    when $1 = 'public' and d.audience <> 'public' then 'internal'
    when d.valid_from > now() then 'not_yet_valid'
    when d.valid_until <= now() then 'expired'
    when d.source like 'snippet:%' and exists (
      select 1 from snippets s where d.source = 'snippet:' || s.id::text and s.status <> 'published'
    ) then 'retired'
    when $2::text[] is not null and (d.set_name is null or d.set_name <> all($2)) then 'other_set'
  end`;

/** Which documents may be found, and how much there is to search, in one round trip. */
export async function findScope(tx: TenantTransaction, query: ScopeQuery): Promise<SearchScope> {
  // Without pgvector there is no table of vectors: a statement that names it fails even where it would count none.
  const made =
    query.model === null
      ? "select 0 as vectors where $3::text is null"
      : "select count(*)::int as vectors from (select 1 from chunk_embeddings where model = $3::text limit $4::int) counted";
  const { rows } = await tx.query<{
    vectors: number;
    passages: number;
    shown: string[] | null;
    hidden: string[] | null;
  }>(
    `with all_documents as (
       select d.id, ${whyHidden} is not null as is_hidden from documents d where d.current_version_id is not null
     ), counts as (
       select count(*) filter (where is_hidden) as hidden, count(*) filter (where not is_hidden) as shown from all_documents
     ), made as (${made})
     select made.vectors,
            case when made.vectors < $4::int then (select count(*)::int from (select 1 from chunk_terms limit $4::int) counted)
                 else made.vectors end as passages,
            case when shown < hidden then array(select id from all_documents where not is_hidden) end as shown,
            case when shown >= hidden then array(select id from all_documents where is_hidden) end as hidden
       from counts, made`,
    [query.audience, query.sets, query.model, query.model === null ? 0 : query.countTo],
  );
  const row = rows[0];
  if (!row) throw new Error("counting the documents returned nothing");
  const shown = row.shown === null ? { ids: row.hidden ?? [], only: false } : { ids: row.shown, only: true };
  return { found: shown, hidden: { ids: shown.ids, only: !shown.only }, vectors: row.vectors, passages: row.passages };
}

/** All passages of the tenant that are searched, and those of them with a vector of this model. Needs pgvector. */
export async function countSearched(
  tx: TenantTransaction,
  model: string,
): Promise<Pick<SearchScope, "vectors" | "passages">> {
  const { rows } = await tx.query<{ vectors: number; passages: number }>(
    `select (select count(*)::int from chunk_embeddings where model = $1) as vectors,
            (select count(*)::int from chunk_terms) as passages`,
    [model],
  );
  return rows[0] ?? { vectors: 0, passages: 0 };
}

/** Why each of these documents is hidden from this search. */
export async function findHiddenReasons(
  tx: TenantTransaction,
  query: Pick<ScopeQuery, "audience" | "sets"> & { documentIds: string[] },
): Promise<Map<string, HiddenReason>> {
  const { rows } = await tx.query<{ id: string; why: HiddenReason | null }>(
    `select d.id, ${whyHidden} as why from documents d where d.id = any($3::uuid[])`,
    [query.audience, query.sets, query.documentIds],
  );
  return new Map(rows.flatMap(({ id, why }) => (why ? [[id, why] as const] : [])));
}
