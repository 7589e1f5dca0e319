import { sql } from "kysely";
import { json } from "../../database/column-types.ts";
import { countAll, query } from "../../database/query.ts";
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
    await tx.run(sql`
      with broken as materialized (
         select c.id, to_tsvector(('pg_catalog.' || ${config}::text)::regconfig, c.terms) as lexemes
           from jsonb_to_recordset(${json(chunks.slice(start, start + batchSize))}::jsonb) as c(id uuid, terms text)
       ), words as materialized (
         select broken.id, word.lexeme, cardinality(word.positions) as count from broken, unnest(broken.lexemes) word
       ), sized as (
         insert into chunk_terms (tenant_id, chunk_id, document_id, version_id, length, config)
         select ${tx.tenantId}, broken.id, ${version.documentId}, ${version.id}, coalesce(sum(words.count), 0), ${config}::text
           from broken left join words using (id) group by broken.id
       )
       insert into chunk_words (tenant_id, chunk_id, lexeme, count) select ${tx.tenantId}, id, lexeme, count from words`);
  }
}

async function findTextConfig(tx: TenantTransaction, documentId: string, chunks: TermsOfChunk[]): Promise<string> {
  const row = await tx.first(
    query
      .selectFrom("documents")
      .select(sql<string>`app.guess_text_config(locale, ${languageSample(chunks)})`.as("config"))
      .where("id", "=", documentId),
  );
  return row?.config ?? "simple";
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
  const rows = await tx.all(sql<{ config: string }>`
    select app.guess_text_config(g.locale, g.sample) as config
      from rows from (jsonb_to_recordset(${json(versions)}::jsonb) as (locale text, sample text)) with ordinality as g(locale, sample, place)
     order by g.place`);
  return rows.map(({ config }) => config);
}

/** Removes every version of a document from the search. */
export async function deleteTerms(
  tx: TenantTransaction,
  documentId: string,
  options: { vectors: boolean },
): Promise<void> {
  if (options.vectors) {
    await tx.run(
      query
        .deleteFrom("chunk_embeddings as e")
        .using("chunk_terms as t")
        .whereRef("t.chunk_id", "=", "e.chunk_id")
        .whereRef("t.tenant_id", "=", "e.tenant_id")
        .where("t.document_id", "=", documentId),
    );
  }
  await tx.run(query.deleteFrom("chunk_terms").where("document_id", "=", documentId));
}

/** Live chunks of a version without a vector of this model, in reading order. */
export function listUnembedded(
  tx: TenantTransaction,
  { versionId, model, limit }: { versionId: string; model: string; limit: number },
) {
  return tx.all(
    query
      .selectFrom("chunk_terms as t")
      .innerJoin("chunks as c", (join) =>
        join.onRef("c.tenant_id", "=", "t.tenant_id").onRef("c.id", "=", "t.chunk_id"),
      )
      .select(["c.id", "c.heading", "c.text"])
      .where("t.version_id", "=", versionId)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom("chunk_embeddings as e")
              .whereRef("e.tenant_id", "=", "t.tenant_id")
              .whereRef("e.chunk_id", "=", "t.chunk_id")
              .where("e.model", "=", model),
          ),
        ),
      )
      .orderBy("c.ordinal")
      .limit(limit),
  );
}

/** Stores vectors of chunks that are still live; returns how many chunks of the version now have one. */
export async function insertEmbeddings(
  tx: TenantTransaction,
  versionId: string,
  { model, vectors }: { model: string; vectors: { chunkId: string; vector: Float32Array }[] },
): Promise<number> {
  const dimensions = vectors[0]?.vector.length ?? 0;
  await tx.run(sql`
    with known as (
      insert into embedding_models (model, dimensions) select ${model}, ${dimensions}::int where ${dimensions}::int > 0 on conflict do nothing
    )
    insert into chunk_embeddings (tenant_id, chunk_id, model, embedding)
    select ${tx.tenantId}, v.chunk_id, ${model}, v.embedding::vector
      from unnest(${vectors.map(({ chunkId }) => chunkId)}::uuid[], ${vectors.map(({ vector }) => vectorText(vector))}::text[])
        as v(chunk_id, embedding)
      join chunk_terms t on t.chunk_id = v.chunk_id and t.version_id = ${versionId}
    on conflict do nothing`);
  const row = await tx.first(
    query
      .selectFrom("chunk_embeddings as e")
      .innerJoin("chunk_terms as t", (join) =>
        join.onRef("t.tenant_id", "=", "e.tenant_id").onRef("t.chunk_id", "=", "e.chunk_id"),
      )
      .select(countAll.as("count"))
      .where("t.version_id", "=", versionId)
      .where("e.model", "=", model),
  );
  return row?.count ?? 0;
}
