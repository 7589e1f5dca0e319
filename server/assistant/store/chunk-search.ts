import type { TenantTransaction } from "../../database/transaction.ts";
import { vectorText } from "./search-scope.ts";

export interface TermsOfChunk {
  id: string;
  /** Title, headings and text, prepared by `searchableText`. */
  terms: string;
}

/** Rows per statement. */
const batchSize = 500;
/** Characters of a version used to detect its language. */
const languageSampleChars = 2_000;

/**
 * Indexes the chunks of a version; call this and `deleteTerms` in one transaction. Words are stemmed by the rules of the document's
 * language, or of the language clearly detected in its text when the document was left at English.
 */
export async function insertTerms(
  tx: TenantTransaction,
  version: { id: string; documentId: string },
  chunks: TermsOfChunk[],
): Promise<void> {
  const config = await findTextConfig(tx, version.documentId, chunks);
  for (let start = 0; start < chunks.length; start += batchSize) {
    await tx.query(
      `with broken as materialized (
         select c.id, to_tsvector(('pg_catalog.' || $5)::regconfig, c.terms) as lexemes
           from jsonb_to_recordset($4::jsonb) as c(id uuid, terms text)
       ), words as materialized (
         select broken.id, word.lexeme, cardinality(word.positions) as count from broken, unnest(broken.lexemes) word
       ), sized as (
         insert into chunk_terms (tenant_id, chunk_id, document_id, version_id, length, config)
         select $1, broken.id, $2, $3, coalesce(sum(words.count), 0), $5::text
           from broken left join words using (id) group by broken.id
       )
       insert into chunk_words (tenant_id, chunk_id, lexeme, count) select $1, id, lexeme, count from words`,
      [tx.tenantId, version.documentId, version.id, JSON.stringify(chunks.slice(start, start + batchSize)), config],
    );
  }
}

async function findTextConfig(tx: TenantTransaction, documentId: string, chunks: TermsOfChunk[]): Promise<string> {
  const { rows } = await tx.query<{ config: string }>(
    "select app.guess_text_config(locale, $2) as config from documents where id = $1",
    [documentId, languageSample(chunks)],
  );
  return rows[0]?.config ?? "simple";
}

/** The text used to detect a version's language. */
export function languageSample(chunks: readonly TermsOfChunk[]): string {
  let sample = "";
  for (const { terms } of chunks) {
    sample += `${terms}\n`;
    if (sample.length > languageSampleChars) break;
  }
  return sample.slice(0, languageSampleChars);
}

/** The text search configurations for versions that are not searched, in the order of the input. */
export async function guessTextConfigs(
  tx: TenantTransaction,
  versions: readonly { locale: string; sample: string }[],
): Promise<string[]> {
  if (versions.length === 0) return [];
  const { rows } = await tx.query<{ config: string }>(
    `select app.guess_text_config(g.locale, g.sample) as config
       from rows from (jsonb_to_recordset($1::jsonb) as (locale text, sample text)) with ordinality as g(locale, sample, place)
      order by g.place`,
    [JSON.stringify(versions)],
  );
  return rows.map(({ config }) => config);
}

/** Removes every version of a document from the search. */
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

/** Live chunks of a version without a vector of this model, in reading order. */
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

/** Stores vectors of chunks that are still live; returns how many chunks of the version now have one. */
export async function insertEmbeddings(
  tx: TenantTransaction,
  versionId: string,
  batch: { model: string; vectors: { chunkId: string; vector: Float32Array }[] },
): Promise<number> {
  await tx.query(
    `with known as (
       insert into embedding_models (model, dimensions) select $2, $6 where $6::int > 0 on conflict do nothing
     )
     insert into chunk_embeddings (tenant_id, chunk_id, model, embedding)
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
      batch.vectors[0]?.vector.length ?? 0,
    ],
  );
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from chunk_embeddings e
       join chunk_terms t on t.tenant_id = e.tenant_id and t.chunk_id = e.chunk_id where t.version_id = $1 and e.model = $2`,
    [versionId, batch.model],
  );
  return rows[0]?.count ?? 0;
}
