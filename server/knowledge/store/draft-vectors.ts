import { sql } from "kysely";
import { anyOf, countAll, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Passages without a vector of this model, in reading order, of a version that search does not use. */
export function listUnembeddedDraft(
  tx: TenantTransaction,
  { versionId, model, limit }: { versionId: string; model: string; limit: number },
) {
  return tx.all(
    query
      .selectFrom("chunks as c")
      .select(["c.id", "c.heading", "c.text"])
      .where("c.version_id", "=", versionId)
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom("draft_vectors as e").whereRef("e.chunk_id", "=", "c.id").where("e.model", "=", model))),
      )
      .orderBy("c.ordinal")
      .limit(limit),
  );
}

/** Stores vectors of a version that search does not use. @returns the number of its passages that now have a vector. */
export async function insertDraftVectors(
  tx: TenantTransaction,
  versionId: string,
  { model, vectors }: { model: string; vectors: { chunkId: string; vector: Float32Array }[] },
): Promise<number> {
  for (const { chunkId, vector } of vectors)
    await tx.run(
      sql`
        insert into draft_vectors (tenant_id, chunk_id, model, embedding)
        select ${tx.tenantId}, id, ${model}, ${[...vector]} from chunks where id = ${chunkId} and version_id = ${versionId}
        on conflict do nothing`,
    );
  const stored = query.selectFrom("draft_vectors").select(countAll.as("count")).where("model", "=", model);
  return (await tx.first(stored.where("chunk_id", "in", chunksOf(versionId))))?.count ?? 0;
}

const chunksOf = (versionId: string) => query.selectFrom("chunks").select("id").where("version_id", "=", versionId);

/** Moves the vectors of a version into the search index. Needs pgvector. @returns the number of vectors of the model. */
export async function publishVectors(tx: TenantTransaction, versionId: string, model: string): Promise<number> {
  const ofVersion = sql`where chunk_id in (${chunksOf(versionId)})`;
  await tx.run(
    sql`
      with known as (
        insert into embedding_models (model, dimensions)
        select distinct model, cardinality(embedding) from draft_vectors ${ofVersion} on conflict do nothing
      )
      insert into chunk_embeddings (tenant_id, chunk_id, model, embedding)
      select tenant_id, chunk_id, model, embedding::vector from draft_vectors ${ofVersion} on conflict do nothing`,
  );
  const published = query.selectFrom("chunk_embeddings").select(countAll.as("count")).where("model", "=", model);
  const counted = await tx.first(published.where("chunk_id", "in", chunksOf(versionId)));
  await tx.run(query.deleteFrom("draft_vectors").where("chunk_id", "in", chunksOf(versionId)));
  return counted?.count ?? 0;
}

/** Copies the vectors of a version that search no longer uses, so that it can be restored without an embedding model. Needs pgvector. */
export async function keepVectors(tx: TenantTransaction, versionId: string): Promise<void> {
  await tx.run(
    sql`
      insert into draft_vectors (tenant_id, chunk_id, model, embedding)
      select tenant_id, chunk_id, model, embedding::real[] from chunk_embeddings
       where chunk_id in (${chunksOf(versionId)}) on conflict do nothing`,
  );
}

/** Deletes the copied vectors of a document, except those of drafts and of the given versions. */
export async function deleteDraftVectors(tx: TenantTransaction, documentId: string, butOf: string[]): Promise<void> {
  const drafts = query.selectFrom("document_versions").select("id").where("document_id", "=", documentId);
  const others = query
    .selectFrom("chunks")
    .select("id")
    .where("document_id", "=", documentId)
    .where(sql<boolean>`version_id <> all(${butOf}::uuid[])`)
    .where("version_id", "not in", drafts.where("is_draft", "=", true));
  await tx.run(query.deleteFrom("draft_vectors").where("chunk_id", "in", others));
}

/** Lists the vectors of passages that search does not use, if they exist. */
export async function listDraftVectors(
  tx: TenantTransaction,
  model: string,
  chunkIds: readonly string[],
): Promise<{ chunk_id: string; vector: Float32Array }[]> {
  const rows = await tx.all(
    query
      .selectFrom("draft_vectors")
      .select(["chunk_id", "embedding"])
      .where("chunk_id", "=", anyOf(chunkIds))
      .where("model", "=", model),
  );
  return rows.map(({ chunk_id, embedding }) => ({ chunk_id, vector: new Float32Array(embedding) }));
}
