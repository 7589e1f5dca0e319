import { sql } from "kysely";
import { json } from "../../database/column-types.ts";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type DocumentFields, documentFieldsSchema } from "./documents.ts";

export type DraftState = "reading" | "ready" | "failed";

/**
 * A document in a release: the version that answers will use after publication; null until its page is fetched. The base version is the
 * version that answers used when the draft was added, or at the last test. The current version is the version that answers use now.
 */
export type ReleaseVersionRow = Awaited<ReturnType<typeof listReleaseVersions>>[number];

const versions = query
  .selectFrom("release_versions as rv")
  .innerJoin("documents as d", "d.id", "rv.document_id")
  .leftJoin("document_versions as v", "v.id", "rv.version_id")
  .leftJoin("document_versions as b", "b.id", "rv.base_version_id")
  .select(["rv.release_id", "rv.document_id", "rv.version_id", "v.version", "rv.base_version_id"])
  .select(["b.version as base_version", "d.current_version_id", "rv.fields", "rv.state", "rv.progress", "rv.error"])
  .select(["d.source", "rv.created_at"])
  .select(({ fn, lit }) => [
    fn.coalesce("v.shown_title", "v.title", "d.title").as("title"),
    fn.coalesce("v.chunk_count", lit(0)).as("chunk_count"),
  ]);

const parsed = <Row extends { fields: unknown }>(row: Row) => ({
  ...row,
  fields: documentFieldsSchema.parse(row.fields),
});

/** Sorted by document, because documents are locked in this order. */
export async function listReleaseVersions(tx: TenantTransaction, releaseIds: string[]) {
  const rows = await tx.all(versions.where("rv.release_id", "=", anyOf(releaseIds)).orderBy("rv.document_id"));
  return rows.map(parsed);
}

interface Key {
  releaseId: string;
  documentId: string;
}

export async function findReleaseVersion(
  tx: TenantTransaction,
  { releaseId, documentId }: Key,
): Promise<ReleaseVersionRow | undefined> {
  const row = await tx.first(versions.where("rv.release_id", "=", releaseId).where("rv.document_id", "=", documentId));
  return row && parsed(row);
}

/** Adds a document's version to a release, or replaces the version that the release contains. */
export async function upsertReleaseVersion(
  tx: TenantTransaction,
  row: Key & { versionId: string | null; baseVersionId: string | null; fields: DocumentFields },
): Promise<void> {
  const key = { tenant_id: tx.tenantId, release_id: row.releaseId, document_id: row.documentId };
  const draft = { version_id: row.versionId, base_version_id: row.baseVersionId, fields: json(row.fields) };
  await tx.run(
    query
      .insertInto("release_versions")
      .values({ ...key, ...draft })
      .onConflict((conflict) =>
        conflict
          .columns(["tenant_id", "release_id", "document_id"])
          .doUpdateSet({ ...draft, state: "reading", progress: 0, error: null }),
      ),
  );
}

/** Undefined fields keep their value. A new state without an error clears the error. */
export async function updateReleaseVersion(
  tx: TenantTransaction,
  { releaseId, documentId }: Key,
  {
    versionId,
    state,
    progress,
    error,
  }: { versionId?: string; state?: DraftState; progress?: number; error?: string | null },
): Promise<void> {
  await tx.run(
    query
      .updateTable("release_versions")
      .set(({ ref }) => ({
        version_id: versionId,
        state: state ?? ref("state"),
        progress,
        error: state && (error ?? null),
      }))
      .where("release_id", "=", releaseId)
      .where("document_id", "=", documentId),
  );
}

/** From now on, the release is compared with the current versions. */
export async function rebaseReleaseVersions(tx: TenantTransaction, releaseId: string): Promise<void> {
  await tx.run(
    query
      .updateTable("release_versions as rv")
      .from("documents as d")
      .set({ base_version_id: sql.ref<string | null>("d.current_version_id") })
      .whereRef("d.id", "=", "rv.document_id")
      .where("rv.release_id", "=", releaseId),
  );
}

export async function deleteReleaseVersion(tx: TenantTransaction, { releaseId, documentId }: Key): Promise<void> {
  const version = query.deleteFrom("release_versions").where("release_id", "=", releaseId);
  await tx.run(version.where("document_id", "=", documentId));
}
