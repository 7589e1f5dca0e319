import { type DocumentFilter, everyDocument } from "./search-scope.ts";
import { vectorText } from "./search-vectors.ts";
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

/** Different words of a question that count; the rest of a very long one is left out. */
const maxQuestionTerms = 48;

/** The results of `app.text_config` (migration 0005). */
const textConfigs = (
  "english simple german french spanish italian portuguese dutch danish swedish norwegian finnish hungarian romanian " +
  "russian turkish greek arabic catalan indonesian irish lithuanian serbian"
).split(" ");

export interface TermHit {
  chunk_id: string;
  bm25: number;
  /** The same as a share of what a text full of every word of the question would get; more with words of the context. */
  match: number;
  /** Share of the question's words found, weighted by how rare they are, 0..1. */
  coverage: number;
  /** How near the chunk is to the question's vector; null when it has none of this model. */
  cosine: number | null;
}

export interface Bm25Settings {
  k1: number;
  b: number;
}

export interface TermQuery extends Bm25Settings {
  limit: number;
  alsoIds: string[];
  /** Texts beside the question; their words count by its weight, 0..1. */
  context?: { text: string; weight: number }[];
  documents?: DocumentFilter;
  /** Also tells how near each of the chunks is to this vector. */
  vector?: { model: string; values: Float32Array };
}

/**
 * The different words of the texts `$1` with the greatest of their weights `$7`, as queries for one word each: once under the
 * rules of every language that the tenant has chunks in.
 */
const askedTerms = `select config, lexeme, asked, ('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query
         from (select config, word.lexeme, max(said.weight) as asked,
                      row_number() over (
                        partition by config order by max(said.weight) desc, min(said.place), min(word.positions[1])
                      ) as place
                 from unnest($10::text[]) configs(config),
                      -- "limit 1" makes it a look into the index for each; as "exists" every chunk is read where there are no statistics
                      lateral (select 1 from chunk_terms t where t.config = configs.config limit 1) known,
                      unnest($1::text[], $7::float8[]) with ordinality as said(text, weight, place),
                      lateral unnest(to_tsvector(('pg_catalog.' || config)::regconfig, said.text)) word
                group by config, word.lexeme) words
        where place <= ${maxQuestionTerms}`;

/**
 * BM25 over the tenant's live chunks with the tenant's own document frequencies. Returns the best `limit`
 * and, whatever their score, those of `alsoIds` that hold any word of the question.
 */
export async function searchTerms(tx: TenantTransaction, question: string, options: TermQuery): Promise<TermHit[]> {
  const texts = [{ text: question, weight: 1 }, ...(options.context ?? [])];
  const documents = options.documents ?? everyDocument;
  const { rows } = await tx.query<TermHit>(termsSql({ withCosine: options.vector !== undefined }), [
    texts.map(({ text }) => text),
    termCountThresholds,
    options.k1,
    options.b,
    options.limit,
    options.alsoIds,
    texts.map(({ weight }) => weight),
    documents.ids,
    documents.only,
    textConfigs,
    ...(options.vector ? [vectorText(options.vector.values), options.vector.model] : []),
  ]);
  return rows;
}

function termsSql({ withCosine }: { withCosine: boolean }): string {
  const cosine = withCosine
    ? "(select 1 - (e.embedding <=> $11::vector) from chunk_embeddings e where e.chunk_id = ranked.chunk_id and e.model = $12)"
    : "null::float8";
  return `with terms as (
       ${askedTerms}
     ), size as (
       select count(*)::float8 as chunks, greatest(avg(length)::float8, 1) as mean_length
         from chunk_terms where (document_id = any($8::uuid[])) = $9
     ), hits as (
       select t.chunk_id, t.length, t.config, found.lexeme, 1 + width_bucket(found.rank::float8, $2::float8[]) as count
         from chunk_terms t
         cross join lateral (
           -- "offset 0" keeps the rows outside: the other way round they are copied aside and read for each word
           select terms.lexeme, ts_rank('{1,1,1,1}', t.lexemes, terms.query) as rank
             from terms where terms.config = t.config and t.lexemes @@ terms.query offset 0
         ) found
        where (t.document_id = any($8)) = $9
     ), weights as (
       select terms.config, terms.lexeme, terms.asked,
              terms.asked * ln(1 + (size.chunks - holding.chunks + 0.5) / (holding.chunks + 0.5)) as weight
         from terms cross join size
         cross join lateral (
           select count(*)::float8 as chunks from hits where hits.lexeme = terms.lexeme and hits.config = terms.config
         ) holding
     ), most as (
       select config, coalesce(sum(weight) filter (where asked = 1), sum(weight)) * ($3::float8 + 1) as bm25, sum(weight) as weight
         from weights group by config
     ), scored as (
       select hits.chunk_id, hits.config,
              sum(w.weight * hits.count * ($3::float8 + 1)
                  / (hits.count + $3 * (1 - $4::float8 + $4 * hits.length / size.mean_length))) as bm25,
              sum(w.weight) as weight
         from hits join weights w using (config, lexeme) cross join size
        group by hits.chunk_id, hits.config
     ), ranked as (
       select chunk_id, scored.bm25, scored.bm25 / most.bm25 as match, scored.weight / most.weight as coverage,
              row_number() over (order by scored.bm25 / most.bm25 desc, chunk_id) as place
         from scored join most using (config)
     )
     select chunk_id, bm25, match, coverage, ${cosine} as cosine
       from ranked where place <= $5 or chunk_id = any($6::uuid[]) order by place`;
}
