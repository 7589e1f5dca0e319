import { deleteTerms, insertEmbeddings, insertTerms } from "../../assistant/store/chunk-search.ts";
import { insertChunks, listChunksOfVersion } from "../../assistant/store/chunks.ts";
import { newId } from "../../core/ids.ts";
import { searchableText } from "../../core/text/searchable-text.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { wordVectors } from "./library.ts";

/** Adds a parsed, unpublished version of a document. */
export async function seedVersion(
  db: Database,
  tenantId: string,
  { documentId, texts }: { documentId: string; texts: string[] },
): Promise<string> {
  const id = newId();
  await withTenant(db, tenantId, async (tx) => {
    await tx.query(
      `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text, chunk_count)
       select $1, $2, $3, max(version) + 1, '', 'text', '', $4 from document_versions where document_id = $3`,
      [tenantId, id, documentId, texts.length],
    );
    const chunks = texts.map((text, ordinal) => ({ id: newId(), ordinal, heading: null, page: null, text }));
    await insertChunks(tx, { id, documentId }, chunks);
  });
  return id;
}

/** Publishes a version as the library does: its passages and vectors replace the previous ones. */
export async function publishVersion(
  db: Database,
  tenantId: string,
  { documentId, versionId, title }: { documentId: string; versionId: string; title: string },
): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    const chunks = await listChunksOfVersion(tx, versionId);
    await deleteTerms(tx, documentId, { vectors: db.vectors });
    const terms = chunks.map(({ id, text }) => ({ id, terms: searchableText(`${title}\n\n${text}`) }));
    await insertTerms(tx, { id: versionId, documentId }, terms);
    await tx.query("update documents set current_version_id = $2 where id = $1", [documentId, versionId]);
    const vectors = await wordVectors.embed(
      chunks.map(({ text }) => `${title}\n${text}`),
      { priority: "bulk" },
    );
    if (db.vectors)
      await insertEmbeddings(tx, versionId, {
        model: wordVectors.model,
        vectors: chunks.flatMap(({ id }, at) => {
          const vector = vectors[at];
          return vector ? [{ chunkId: id, vector }] : [];
        }),
      });
  });
}
