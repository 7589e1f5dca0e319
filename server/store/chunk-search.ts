import type { TenantTransaction } from "./transaction.ts";

/**
 * What one word of a text weighs depends on how often it stands there. `ts_rank` of a single lexeme with
 * equal weights is H(tf) / 1.64493406685 with H(n) = 1/1 + 1/4 + .. + 1/n²: a pure function of the count.
 * The middles between neighbours turn the rank back into the count; from 100 on they are too close to tell
 * apart in four bytes, and BM25 has long been saturated.
 */
const maxTermCount = 100;
const termCountThresholds: number[] = rankMiddles();

function rankMiddles(): number[] {
  const middles: number[] = [];
  let sum = 1;
  for (let count = 1; count < maxTermCount; count += 1) {
    const next = sum + 1 / (count + 1) ** 2;
    middles.push((sum + next) / 2 / 1.64493406685);
    sum = next;
  }
  return middles;
}

export interface TermsOfChunk {
  id: string;
  /** Title, headings and text, prepared by `searchableText`. */
  terms: string;
}

/** Rows for one statement. */
const batchSize = 500;
/** Different words of a question that count; the rest of a very long one is left out. */
const maxQuestionTerms = 48;

/** Puts the chunks of a version into the search; `swapTerms` and this belong into one transaction. */
export async function insertTerms(
  tx: TenantTransaction,
  version: { id: string; documentId: string },
  chunks: TermsOfChunk[],
): Promise<void> {
  for (let start = 0; start < chunks.length; start += batchSize) {
    await tx.query(
      `insert into chunk_terms (tenant_id, chunk_id, document_id, version_id, length, lexemes)
       select $1, c.id, $2, $3, (select coalesce(sum(cardinality(u.positions)), 0) from unnest(l.lexemes) u), l.lexemes
         from jsonb_to_recordset($4::jsonb) as c(id uuid, terms text),
              lateral (select to_tsvector('pg_catalog.english', c.terms) as lexemes) l`,
      [tx.tenantId, version.documentId, version.id, JSON.stringify(chunks.slice(start, start + batchSize))],
    );
  }
}

/** Takes every version of a document out of the search. */
export async function deleteTerms(
  tx: TenantTransaction,
  documentId: string,
  options: { vectors: boolean },
): Promise<void> {
  if (options.vectors) {
    await tx.query(
      "delete from chunk_embeddings e using chunk_terms t where t.chunk_id = e.chunk_id and t.tenant_id = e.tenant_id and t.document_id = $1",
      [documentId],
    );
  }
  await tx.query("delete from chunk_terms where document_id = $1", [documentId]);
}

export interface TermHit {
  chunk_id: string;
  bm25: number;
  /** The same as a share of what a text full of every word of the question would get; more with words of the context. */
  match: number;
  /** Share of the question's words found, weighted by how rare they are, 0..1. */
  coverage: number;
}

export interface Bm25Settings {
  k1: number;
  b: number;
}

/** The different words of the texts `$1` with the greatest of their weights `$7`, as queries for one word each. */
const askedTerms = `select lexeme, asked, ('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query
         from (select word.lexeme, max(said.weight) as asked
                 from unnest($1::text[], $7::float8[]) with ordinality as said(text, weight, place),
                      lateral unnest(to_tsvector('pg_catalog.english', said.text)) word
                group by word.lexeme
                order by max(said.weight) desc, min(said.place), min(word.positions[1])
                limit ${maxQuestionTerms}) words`;

/**
 * BM25 over the tenant's live chunks with the tenant's own document frequencies. Returns the best `limit`
 * and, whatever their score, those of `alsoIds` that hold any word of the question. Words of `context` count by its weight.
 */
export async function searchTerms(
  tx: TenantTransaction,
  question: string,
  options: Bm25Settings & { limit: number; alsoIds: string[]; context?: { text: string; weight: number }[] },
): Promise<TermHit[]> {
  const texts = [{ text: question, weight: 1 }, ...(options.context ?? [])];
  const { rows } = await tx.query<TermHit>(
    `with terms as (
       ${askedTerms}
     ), size as (
       select count(*)::float8 as chunks, greatest(avg(length)::float8, 1) as mean_length from chunk_terms
     ), hits as (
       select t.chunk_id, t.length, found.lexeme, 1 + width_bucket(found.rank::float8, $2::float8[]) as count
         from chunk_terms t
         cross join lateral (
           -- "offset 0" keeps the rows outside: the other way round they are copied aside and read for each word
           select terms.lexeme, ts_rank('{1,1,1,1}', t.lexemes, terms.query) as rank
             from terms where t.lexemes @@ terms.query offset 0
         ) found
     ), weights as (
       select terms.lexeme, terms.asked, terms.asked * ln(1 + (size.chunks - holding.chunks + 0.5) / (holding.chunks + 0.5)) as weight
         from terms cross join size
         cross join lateral (select count(*)::float8 as chunks from hits where hits.lexeme = terms.lexeme) holding
     ), scored as (
       select hits.chunk_id,
              sum(w.weight * hits.count * ($3::float8 + 1)
                  / (hits.count + $3 * (1 - $4::float8 + $4 * hits.length / size.mean_length))) as bm25,
              sum(w.weight) / (select sum(weight) from weights) as coverage
         from hits join weights w using (lexeme) cross join size
        group by hits.chunk_id
     ), most as (
       select coalesce(sum(weight) filter (where asked = 1), sum(weight)) * ($3 + 1) as bm25 from weights
     ), ranked as (
       select chunk_id, scored.bm25, scored.bm25 / most.bm25 as match, coverage,
              row_number() over (order by scored.bm25 desc, chunk_id) as place
         from scored cross join most
     )
     select chunk_id, bm25, match, coverage from ranked where place <= $5 or chunk_id = any($6::uuid[]) order by place`,
    [
      texts.map(({ text }) => text),
      termCountThresholds,
      options.k1,
      options.b,
      options.limit,
      options.alsoIds,
      texts.map(({ weight }) => weight),
    ],
  );
  return rows;
}

export interface VectorHit {
  chunk_id: string;
  cosine: number;
}

/** Nearest live chunks by an exact scan of the tenant's vectors of one model. */
export async function searchVectors(
  tx: TenantTransaction,
  query: { model: string; vector: Float32Array; limit: number },
): Promise<VectorHit[]> {
  const { rows } = await tx.query<VectorHit>(
    `select chunk_id, 1 - (embedding <=> $1::vector) as cosine from chunk_embeddings
      where model = $2 order by embedding <=> $1::vector limit $3`,
    [vectorText(query.vector), query.model, query.limit],
  );
  return rows;
}

/** How near the given chunks are, for those that have a vector of this model. */
export async function findCosines(
  tx: TenantTransaction,
  query: { model: string; vector: Float32Array; chunkIds: string[] },
): Promise<VectorHit[]> {
  if (query.chunkIds.length === 0) return [];
  const { rows } = await tx.query<VectorHit>(
    "select chunk_id, 1 - (embedding <=> $1::vector) as cosine from chunk_embeddings where model = $2 and chunk_id = any($3::uuid[])",
    [vectorText(query.vector), query.model, query.chunkIds],
  );
  return rows;
}

/** Live chunks of a version that have no vector of this model yet, in reading order. */
export async function listUnembedded(
  tx: TenantTransaction,
  query: { versionId: string; model: string; limit: number },
): Promise<{ id: string; heading: string | null; text: string }[]> {
  const { rows } = await tx.query<{ id: string; heading: string | null; text: string }>(
    `select c.id, c.heading, c.text from chunk_terms t join chunks c on c.tenant_id = t.tenant_id and c.id = t.chunk_id
      where t.version_id = $1
        and not exists (select 1 from chunk_embeddings e where e.tenant_id = t.tenant_id and e.chunk_id = t.chunk_id and e.model = $2)
      order by c.ordinal limit $3`,
    [query.versionId, query.model, query.limit],
  );
  return rows;
}

/** Stores vectors of chunks that are still live; returns how many of the version have one now. */
export async function insertEmbeddings(
  tx: TenantTransaction,
  versionId: string,
  batch: { model: string; vectors: { chunkId: string; vector: Float32Array }[] },
): Promise<number> {
  await tx.query(
    `insert into chunk_embeddings (tenant_id, chunk_id, model, embedding)
     select $1, v.chunk_id, $2, v.embedding::vector
       from unnest($3::uuid[], $4::text[]) as v(chunk_id, embedding)
       join chunk_terms t on t.chunk_id = v.chunk_id and t.version_id = $5
     on conflict do nothing`,
    [
      tx.tenantId,
      batch.model,
      batch.vectors.map(({ chunkId }) => chunkId),
      batch.vectors.map(({ vector }) => vectorText(vector)),
      versionId,
    ],
  );
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from chunk_embeddings e
       join chunk_terms t on t.tenant_id = e.tenant_id and t.chunk_id = e.chunk_id where t.version_id = $1 and e.model = $2`,
    [versionId, batch.model],
  );
  return rows[0]?.count ?? 0;
}

function vectorText(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}
