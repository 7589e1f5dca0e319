import type { TenantTransaction } from "../../database/transaction.ts";
import { type DocumentFilter, everyDocument, vectorText } from "./search-scope.ts";

/**
 * The planner's row estimates per word are far too high or too low. Compiling the statement takes longer than running it, and sorting two
 * joined lists takes longer than hashing them.
 */
const planning = "select set_config('jit', 'off', true), set_config('enable_mergejoin', 'off', true)";

/** Most distinct words of a question; the rest of a very long one is ignored. */
const maxQuestionTerms = 48;
/**
 * Beyond this number of words, context words are ignored: they are sorted by weight, and the remaining ones cost as much but change little.
 */
const maxTermsWithContext = 24;

/** The results of `app.text_config` (migration 0005). */
const textConfigs = (
  "english simple german french spanish italian portuguese dutch danish swedish norwegian finnish hungarian romanian " +
  "russian turkish greek arabic catalan indonesian irish lithuanian serbian"
).split(" ");

export interface TermHit {
  chunk_id: string;
  bm25: number;
  /** BM25 as a share of the score of a text with every word of the question; more with context words. */
  match: number;
  /** Share of the question's words found, 0..1; rare words count more. */
  coverage: number;
  /** Cosine to the question's vector; null when the chunk has no vector of this model. */
  cosine: number | null;
}

export interface Bm25Settings {
  k1: number;
  b: number;
}

export interface TermQuery extends Bm25Settings {
  limit: number;
  alsoIds: string[];
  /** Additional texts; their words count by this weight, 0..1. */
  context?: { text: string; weight: number }[];
  documents?: DocumentFilter;
  /** Also returns the cosine of each chunk to this vector. */
  vector?: { model: string; values: Float32Array };
  /** A word that is still being typed: words with this prefix count half. */
  beginning?: string;
  /** Unpublished passages that are searched like published ones; `config` is a result of `app.text_config`. */
  added?: readonly AddedTerms[];
}

/** Title, headings and text of a passage, prepared by `searchableText`. */
export interface AddedTerms {
  id: string;
  config: string;
  terms: string;
}

/**
 * The distinct words of the texts `$1` with their highest weight from `$2`, stemmed by the rules of every language among the searched
 * chunks. A language is its index in `$3`.
 */
const askedTerms = `select config, lexeme, asked
         from (select config, word.lexeme, max(said.weight) as asked,
                      row_number() over (
                        partition by config order by max(said.weight) desc, min(said.place), min(word.positions[1])
                      ) as place
                 from (select config from live group by config) known,
                      unnest($1::text[], $2::float8[]) with ordinality as said(text, weight, place),
                      lateral unnest(to_tsvector(('pg_catalog.' || ($3::text[])[config])::regconfig, said.text)) word
                group by config, word.lexeme) words
        where place <= ${maxTermsWithContext} or (asked = 1 and place <= ${maxQuestionTerms})`;

/** Most letters at the end of a typed word that its stem may lack; with more, it would be another word. */
const mostLostLetters = 3;
/** Shortest prefix. */
const leastBeginning = 3;
/** Rows searched for the words of one prefix, and the number of the most frequent words that count. */
const maxBegunRows = 2_000;
const maxBegunWords = 6;

/**
 * The most frequent words with the prefix `beginning`, as typed or stemmed. When there are none, the last letters are dropped, because a
 * stem is shorter than its word. Compared by bytes, which is the order of an index.
 */
function begunTerms(beginning: string): string {
  return `select config, lexeme, 0.5::float8 as asked
         from (
           select known.config, words.lexeme, lost, min(lost) over (partition by known.config) as least
             from (select config from live group by config) known
             cross join lateral (
               select lower(${beginning}) as form
               union select word.lexeme from unnest(to_tsvector(('pg_catalog.' || ($3::text[])[known.config])::regconfig, ${beginning})) word
             ) forms
             cross join generate_series(0, ${mostLostLetters}) as lost
             cross join lateral (select left(form, length(form) - lost) as start) begun
             cross join lateral (
               select lexeme from (
                 select lexeme from chunk_words
                  where lexeme collate "C" >= start collate "C" and lexeme collate "C" < (start || chr(1114111)) collate "C" limit ${maxBegunRows}
               ) near group by lexeme order by count(*) desc, lexeme limit ${maxBegunWords}
             ) words
            where length(form) - lost >= least(${leastBeginning}, length(form))
         ) found where lost = least`;
}

/** SQL tables for the unpublished passages and their words. */
const addedChunks = (given: string) => `given as materialized (
       select id, array_position($3::text[], config) as config, to_tsvector(('pg_catalog.' || config)::regconfig, terms) as lexemes
         from jsonb_to_recordset(${given}::jsonb) as g(id uuid, config text, terms text)
     ), given_words as materialized (
       select given.id as chunk_id, given.config, word.lexeme, cardinality(word.positions) as count
         from given, unnest(given.lexemes) word
     ), `;
const addedToLive = `union all select id, coalesce((select sum(count)::int from given_words w where w.chunk_id = given.id), 0), config from given`;
const addedToFound = `union all select w.chunk_id, w.count, terms.term, terms.config
         from terms join given_words w on w.lexeme = terms.lexeme and w.config = terms.config`;

/** SQL for all pairs of a word and a searched chunk that contains it. */
const hitsOfTerms = (more: string) => `found as materialized (
       select w.chunk_id, w.count, terms.term, terms.config
         from terms cross join lateral (
           -- "offset 0" makes it a look into the index for each word, whatever the planner thinks of their number
           select chunk_id, count from chunk_words where lexeme = terms.lexeme offset 0
         ) w ${more}
     ), hits as materialized (
       select chunk_id, length, config, term, count
         from (
           -- Without statistics the planner takes both sides for a few rows and would compare each with each. A full join cannot be
           -- done that way; "offset 0" keeps it from seeing that the inner rows are all that is wanted.
           select live.chunk_id, live.length, live.config, found.term, found.count
             from found full join live on live.chunk_id = found.chunk_id and live.config = found.config offset 0
         ) joined
        where term is not null and chunk_id is not null`;

/**
 * BM25 over the tenant's live chunks with the tenant's own document frequencies. Returns the best `limit`, and those of `alsoIds` that
 * contain any word of the question, regardless of their score.
 */
export async function searchTerms(tx: TenantTransaction, question: string, options: TermQuery): Promise<TermHit[]> {
  const texts = [{ text: question, weight: 1 }, ...(options.context ?? [])];
  const documents = options.documents ?? everyDocument;
  // Not awaited here, so that both statements are sent together.
  const planned = tx.query(planning);
  const statement = tx.query<TermHit>(termsSql(options), [
    texts.map(({ text }) => text),
    texts.map(({ weight }) => weight),
    textConfigs,
    documents.ids,
    documents.only,
    options.k1,
    options.b,
    options.limit,
    options.alsoIds,
    ...(options.vector ? [vectorText(options.vector.values), options.vector.model] : []),
    ...(options.beginning ? [options.beginning] : []),
    ...(options.added ? [JSON.stringify(options.added)] : []),
  ]);
  const [, { rows }] = await Promise.all([planned, statement]);
  return rows;
}

function termsSql({ vector, beginning, added }: Pick<TermQuery, "vector" | "beginning" | "added">): string {
  const begun = beginning ? `union all ${begunTerms(`$${vector ? 12 : 10}::text`)}` : "";
  const given = added ? addedChunks(`$${10 + (vector ? 2 : 0) + (beginning ? 1 : 0)}`) : "";
  const cosine = vector
    ? "(select 1 - (e.embedding <=> $10::vector) from chunk_embeddings e where e.chunk_id = ranked.chunk_id and e.model = $11)"
    : "null::float8";
  return `with ${given}live as materialized (
       select chunk_id, length, array_position($3::text[], config) as config
         from chunk_terms where (document_id = any($4::uuid[])) = $5 ${added ? addedToLive : ""}
     ), size as (
       select count(*)::float8 as chunks, greatest(avg(length)::float8, 1) as mean_length from live
     ), terms as materialized (
       select config, lexeme, max(asked) as asked, row_number() over () as term
         from (${askedTerms} ${begun}) asked group by config, lexeme
     ), ${hitsOfTerms(added ? addedToFound : "")}
     ), weights as (
       select terms.config, terms.term, terms.asked,
              terms.asked * ln(1 + (size.chunks - coalesce(holding.chunks, 0) + 0.5) / (coalesce(holding.chunks, 0) + 0.5)) as weight
         from terms cross join size
         left join (select term, count(*)::float8 as chunks from hits group by term) holding using (term)
     ), most as (
       select config, coalesce(sum(weight) filter (where asked = 1), sum(weight)) * ($6::float8 + 1) as bm25, sum(weight) as weight
         from weights group by config
     ), by_term as (
       -- Looked into by the term's number, which is cheaper than a join for each hit.
       select array_agg(weight order by term) as weights from weights
     ), scored as (
       select chunk_id, min(config) as config,
              sum(weight * count * ($6::float8 + 1) / (count + $6 * (1 - $7::float8 + $7 * length / mean_length))) as bm25,
              sum(weight) as weight
         from (
           select hits.chunk_id, hits.config, hits.length, hits.count, ((select weights from by_term))[hits.term] as weight, size.mean_length
             from hits cross join size
         ) weighed
        group by chunk_id
     ), ranked as (
       select chunk_id, scored.bm25, scored.bm25 / most.bm25 as match, scored.weight / most.weight as coverage,
              row_number() over (order by scored.bm25 / most.bm25 desc, chunk_id) as place
         from scored join most using (config)
     )
     select chunk_id, bm25, match, coverage, ${cosine} as cosine
       from ranked where place <= $8 or chunk_id = any($9::uuid[]) order by place`;
}
