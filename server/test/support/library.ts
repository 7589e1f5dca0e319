import type { DocumentKind } from "../../../protocol/document-kinds.ts";
import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import { insertEmbeddings, insertTerms } from "../../assistant/store/chunk-search.ts";
import { newId } from "../../core/ids.ts";
import { searchableText } from "../../core/text/searchable-text.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";

/** A document for tests; each text becomes a chunk. */
export interface SeededDocument {
  source: string;
  title?: string;
  texts: string[];
  kind?: DocumentKind;
  set?: string;
  locale?: string;
  audience?: string;
  validFrom?: Date;
  validUntil?: Date;
  /** False when its vectors still have to be computed. */
  hasVectors?: boolean;
}

const dimensions = 384;

/** Word vectors: texts that share words are near each other. For tests that are not about the model. */
export const wordVectors: EmbeddingPort = {
  model: "minilm-l6-v2",
  embed: async (texts) => texts.map(vectorOfWords),
  close: async () => {},
};

/** Stores a document directly in the search, without parsing, queue or embedding model. */
export async function seedDocument(
  db: Database,
  tenantId: string,
  document: SeededDocument,
): Promise<{ id: string; chunkIds: string[] }> {
  const id = newId();
  const version = newId();
  const title = document.title ?? document.source;
  const chunks = document.texts.map((text) => ({ id: newId(), text }));
  await withTenant(db, tenantId, async (tx) => {
    await tx.query(
      `insert into documents (tenant_id, id, source, title, kind, set_name, locale, audience, valid_from, valid_until, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'ready')`,
      [
        tenantId,
        id,
        document.source,
        title,
        document.kind ?? "other",
        document.set ?? null,
        document.locale ?? "en",
        document.audience ?? "public",
        document.validFrom ?? null,
        document.validUntil ?? null,
      ],
    );
    await tx.query(
      `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text)
       values ($1, $2, $3, 1, '', 'text', '')`,
      [tenantId, version, id],
    );
    await tx.query("update documents set current_version_id = $2 where id = $1", [id, version]);
    await tx.query(
      `insert into chunks (tenant_id, id, document_id, version_id, ordinal, text)
       select $1, c.id, $2, $3, row_number() over (), c.text from unnest($4::uuid[], $5::text[]) as c(id, text)`,
      [tenantId, id, version, chunks.map((chunk) => chunk.id), chunks.map(({ text }) => text)],
    );
    const terms = chunks.map((chunk) => ({ id: chunk.id, terms: searchableText(`${title}\n${chunk.text}`) }));
    await insertTerms(tx, { id: version, documentId: id }, terms);
    const vectors = chunks.map((chunk) => ({ chunkId: chunk.id, vector: vectorOfWords(`${title}\n${chunk.text}`) }));
    if (db.vectors && document.hasVectors !== false)
      await insertEmbeddings(tx, version, { model: wordVectors.model, vectors });
  });
  return { id, chunkIds: chunks.map((chunk) => chunk.id) };
}

function vectorOfWords(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
