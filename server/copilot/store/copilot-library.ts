import { sql } from "kysely";
import { vectorText } from "../../assistant/store/search-scope.ts";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A version of a document that can be read. */
export type LibraryVersionRow = Awaited<ReturnType<typeof listLibraryVersions>>[number];

/** Most versions that the copilot can name. */
const maxVersions = 20_000;

/** Every version that has passages, of all documents by title; per document the newest version first. */
export function listLibraryVersions(tx: TenantTransaction) {
  return tx.all(
    query
      .selectFrom("documents as d")
      .innerJoin("document_versions as v", "v.document_id", "d.id")
      .select(["d.id as document_id", "v.id as version_id", "v.version", "v.label", "d.kind", "d.set_name"])
      .select(["v.created_at", sql<boolean>`v.id = d.current_version_id`.as("is_current")])
      .select(({ fn }) => fn.coalesce("v.title", "d.title").as("title"))
      .where("v.chunk_count", ">", 0)
      .where("v.is_draft", "=", false)
      .where("d.current_version_id", "is not", null)
      .where("d.source", "not like", "snippet:%")
      .orderBy("d.title")
      .orderBy("d.id")
      .orderBy("v.version", "desc")
      .limit(maxVersions),
  );
}

/** Most passages of one document that are read. */
const maxChunks = 600;

/** The passages of a version in reading order. */
export function listVersionChunks(tx: TenantTransaction, versionId: string) {
  return tx.all(
    query
      .selectFrom("chunks as c")
      .innerJoin("documents as d", "d.id", "c.document_id")
      .innerJoin("document_versions as v", "v.id", "c.version_id")
      .select(["c.id as chunk_id", "c.document_id", "c.version_id", "d.url", "c.page", "c.heading", "c.text"])
      .select(["c.ordinal", ({ fn }) => fn.coalesce("v.title", "d.title").as("title")])
      .where("c.version_id", "=", versionId)
      .orderBy("c.ordinal")
      .limit(maxChunks),
  );
}

/** Most headings that are read. */
const maxHeadings = 500;

/** The headings of versions in reading order, as paths such as `Orders > Returns`. */
export function listHeadings(tx: TenantTransaction, versionIds: readonly string[]) {
  return tx.all(
    query
      .selectFrom("chunks")
      .select(["version_id", "heading"])
      .where("version_id", "=", anyOf(versionIds))
      .where("heading", "is not", null)
      .orderBy("version_id")
      .orderBy("ordinal")
      .limit(maxHeadings),
  );
}

/** The text that was added as a version; undefined when the version was deleted. */
export async function findVersionText(tx: TenantTransaction, versionId: string): Promise<string | undefined> {
  const version = query.selectFrom("document_versions").select("raw_text").where("id", "=", versionId);
  return (await tx.first(version))?.raw_text;
}

/** Cosine similarity of each passage to a vector. Passages without a vector of that model are left out. Needs pgvector. */
export function listChunkCosines(
  tx: TenantTransaction,
  { chunkIds, model, vector }: { chunkIds: readonly string[]; model: string; vector: Float32Array },
): Promise<{ chunk_id: string; cosine: number }[]> {
  return tx.all(
    query
      .selectFrom("chunk_embeddings")
      .select(["chunk_id", sql<number>`1 - (embedding <=> ${vectorText(vector)}::vector)`.as("cosine")])
      .where("chunk_id", "=", anyOf(chunkIds))
      .where("model", "=", model),
  );
}
