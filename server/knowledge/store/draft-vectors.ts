import type { TenantTransaction } from "../../database/transaction.ts";

/** Passages of a version that nobody is answered from, without a vector of this model, in reading order. */
export async function listUnembeddedDraft(
  tx: TenantTransaction,
  query: { versionId: string; model: string; limit: number },
): Promise<{ id: string; heading: string | null; text: string }[]> {
  const { rows } = await tx.query<{ id: string; heading: string | null; text: string }>(
    `select c.id, c.heading, c.text from chunks c
      where c.version_id = $1
        and not exists (select 1 from draft_vectors e where e.tenant_id = c.tenant_id and e.chunk_id = c.id and e.model = $2)
      order by c.ordinal limit $3`,
    [query.versionId, query.model, query.limit],
  );
  return rows;
}

/** Keeps vectors of such passages; returns how many of the version have one now. */
export async function insertDraftVectors(
  tx: TenantTransaction,
  versionId: string,
  { model, vectors }: { model: string; vectors: { chunkId: string; vector: Float32Array }[] },
): Promise<number> {
  for (const { chunkId, vector } of vectors)
    await tx.query(
      `insert into draft_vectors (tenant_id, chunk_id, model, embedding)
       select $1, id, $3, $4 from chunks where id = $2 and version_id = $5 on conflict do nothing`,
      [tx.tenantId, chunkId, model, [...vector], versionId],
    );
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from draft_vectors e
       join chunks c on c.tenant_id = e.tenant_id and c.id = e.chunk_id where c.version_id = $1 and e.model = $2`,
    [versionId, model],
  );
  return rows[0]?.count ?? 0;
}

/** Takes the vectors of a version that is searched from now on over to those that are searched. Needs pgvector. @returns how many of the model. */
export async function publishVectors(tx: TenantTransaction, versionId: string, model: string): Promise<number> {
  const ofVersion = "where chunk_id in (select id from chunks where version_id = $1)";
  await tx.query(
    `with known as (
       insert into embedding_models (model, dimensions)
       select distinct model, cardinality(embedding) from draft_vectors ${ofVersion} on conflict do nothing
     )
     insert into chunk_embeddings (tenant_id, chunk_id, model, embedding)
     select tenant_id, chunk_id, model, embedding::vector from draft_vectors ${ofVersion} on conflict do nothing`,
    [versionId],
  );
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from chunk_embeddings ${ofVersion} and model = $2`,
    [versionId, model],
  );
  await tx.query(`delete from draft_vectors ${ofVersion}`, [versionId]);
  return rows[0]?.count ?? 0;
}

/** Lays the vectors of a version that is searched no longer aside, so that it can be put back at once. Needs pgvector. */
export async function layVectorsAside(tx: TenantTransaction, versionId: string): Promise<void> {
  await tx.query(
    `insert into draft_vectors (tenant_id, chunk_id, model, embedding)
     select tenant_id, chunk_id, model, embedding::real[] from chunk_embeddings
      where chunk_id in (select id from chunks where version_id = $1) on conflict do nothing`,
    [versionId],
  );
}

/** Forgets what was laid aside of a document, but of these versions. */
export async function deleteDraftVectors(tx: TenantTransaction, documentId: string, butOf: string[]): Promise<void> {
  await tx.query(
    `delete from draft_vectors where chunk_id in
       (select id from chunks where document_id = $1 and version_id <> all($2::uuid[])
           and version_id not in (select id from document_versions where document_id = $1 and is_draft))`,
    [documentId, butOf],
  );
}

/** Vectors of passages that nobody is answered from, where they were made already. */
export async function listDraftVectors(
  tx: TenantTransaction,
  model: string,
  chunkIds: readonly string[],
): Promise<{ chunk_id: string; vector: Float32Array }[]> {
  const { rows } = await tx.query<{ chunk_id: string; embedding: number[] }>(
    "select chunk_id, embedding from draft_vectors where chunk_id = any($1::uuid[]) and model = $2",
    [chunkIds, model],
  );
  return rows.map(({ chunk_id, embedding }) => ({ chunk_id, vector: new Float32Array(embedding) }));
}
