import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import type { DocumentListQuery } from "../../../protocol/admin-documents.ts";
import { documentKinds } from "../../../protocol/document-kinds.ts";
import { anyOf, keep, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type DocumentStatus = "queued" | "processing" | "searchable" | "ready" | "failed";

/**
 * A document with the figures of its wanted version, which may not be searchable yet. `version_id` is null and `version` is 0 until the
 * first version is fetched. `step`, `job_progress` and `job_kind` come from its newest unfinished job. `draft` is its version in an open
 * release. `refresh` is null when the document is not fetched from an address. Times in `draft` and `refresh` are text.
 */
export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** An undefined field keeps its value; in a new document it gets its default. */
export const documentFieldsSchema = z
  .object({
    url: z.string().nullable(),
    kind: z.enum(documentKinds),
    setName: z.string().nullable(),
    locale: z.string(),
    audience: z.string(),
    validFrom: z.string().nullable(),
    validUntil: z.string().nullable(),
  })
  .partial();
export type DocumentFields = z.infer<typeof documentFieldsSchema>;

const toColumns = ({ url, kind, setName, locale, audience, validFrom, validUntil }: DocumentFields) => ({
  url,
  kind,
  set_name: setName,
  locale,
  audience,
  valid_from: validFrom,
  valid_until: validUntil,
});

const documents = query
  .selectFrom("documents as d")
  .leftJoin("document_versions as v", "v.id", "d.wanted_version_id")
  .leftJoin("document_versions as served", "served.id", "d.current_version_id")
  .leftJoinLateral(
    ({ selectFrom }) =>
      selectFrom("jobs as j")
        .select(["j.step", "j.progress", "j.kind"])
        .whereRef("j.document_id", "=", "d.id")
        .where("j.status", "in", ["queued", "running"])
        .orderBy("j.created_at", "desc")
        .orderBy("j.id", "desc")
        .limit(1)
        .as("work"),
    (join) => join.onTrue(),
  )
  .select(["d.id", "d.source", "d.title", "d.url", "d.kind", "d.set_name", "d.locale", "d.audience"])
  .select(["d.valid_from", "d.valid_until", "d.status", "d.current_version_id", "d.error", "d.created_at"])
  .select(["d.updated_at", "v.id as version_id", "v.content_hash", "v.title as given_title", "v.notes"])
  .select(["served.version as served_version", "work.step", "work.progress as job_progress", "work.kind as job_kind"])
  .select(({ fn, lit }) => [
    fn.coalesce("v.version", lit(0)).as("version"),
    fn.coalesce("v.pages", lit(0)).as("pages"),
    fn.coalesce("v.coverage", lit(0)).as("coverage"),
    fn.coalesce("v.chunk_count", lit(0)).as("chunk_count"),
    fn.coalesce("v.embedded_count", lit(0)).as("embedded_count"),
  ])
  .select(({ selectFrom }) => [
    jsonObjectFrom(
      selectFrom("release_versions as rv")
        .innerJoin("releases as r", (join) => join.onRef("r.id", "=", "rv.release_id").on("r.state", "=", "open"))
        .leftJoin("document_versions as drafted", "drafted.id", "rv.version_id")
        .select(["rv.release_id", "drafted.version"])
        .whereRef("rv.document_id", "=", "d.id")
        .orderBy("rv.created_at", "desc")
        .limit(1),
    ).as("draft"),
    jsonObjectFrom(
      selectFrom("document_refreshes as r")
        .select(["r.url", "r.every", "r.site_id", "r.fetched_at", "r.changed_at", "r.next_at", "r.failures"])
        .select(["r.failing_since", "r.error", "r.gone_at"])
        .whereRef("r.document_id", "=", "d.id"),
    ).as("refresh"),
  ]);

const notesSchema = z.array(z.string());
const withNotes = <Row extends { notes: unknown }>(row: Row) => ({ ...row, notes: notesSchema.parse(row.notes ?? []) });

/**
 * Finds the document of a source or adds it. Locks its row until the transaction ends, so that its versions are stored one after another.
 */
export async function upsertDocument(
  tx: TenantTransaction,
  newId: string,
  { source, title, ...fields }: DocumentFields & { source: string; title: string },
): Promise<{ id: string }> {
  const row = await tx.first(
    query
      .insertInto("documents")
      .values({ tenant_id: tx.tenantId, id: newId, source, title, ...toColumns(fields) })
      .onConflict((conflict) => conflict.columns(["tenant_id", "source"]).doUpdateSet({ source }))
      .returning("id"),
  );
  if (!row) throw new Error("the document was not stored");
  return row;
}

/** Updates the given fields. @returns whether a value has changed. */
export async function updateDocumentFields(
  tx: TenantTransaction,
  documentId: string,
  fields: DocumentFields,
): Promise<boolean> {
  const given = Object.entries(toColumns(fields)).filter(([, value]) => value !== undefined);
  if (given.length === 0) return false;
  const changed = await tx.run(
    query
      .updateTable("documents")
      .set({ ...toColumns(fields), updated_at: now })
      .where("id", "=", documentId)
      .where(({ or }) =>
        or(given.map(([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`)),
      ),
  );
  return changed > 0;
}

/** Locks the document's row, so that changes of its versions and its deletion run one after another. */
export function lockDocument(tx: TenantTransaction, documentId: string) {
  const document = query.selectFrom("documents").select(["current_version_id", "wanted_version_id"]);
  return tx.first(document.where("id", "=", documentId).forUpdate());
}

export async function findDocument(tx: TenantTransaction, documentId: string) {
  const row = await tx.first(documents.where("d.id", "=", documentId));
  return row && withNotes(row);
}

/** Lists documents, newest first. @param page.before id of the last document of the previous page (UUIDv7: ordered by time) */
export async function listDocuments(
  tx: TenantTransaction,
  {
    before,
    limit,
    set,
    kind,
    q,
  }: { before: string | null; limit: number } & Pick<DocumentListQuery, "set" | "kind" | "q">,
): Promise<DocumentRow[]> {
  let found = documents.orderBy("d.id", "desc").limit(limit);
  if (before !== null) found = found.where("d.id", "<", before);
  if (set !== undefined) found = found.where("d.set_name", "=", set);
  if (kind !== undefined) found = found.where("d.kind", "=", kind);
  if (q) found = found.where(sql<boolean>`position(lower(${q}) in lower(d.title || ' ' || d.source)) > 0`);
  return (await tx.all(found)).map(withNotes);
}

export async function updateDocumentStatus(
  tx: TenantTransaction,
  documentId: string,
  { status, error = null }: { status: DocumentStatus; error?: string | null },
): Promise<void> {
  await tx.run(updated(documentId).set({ status, error }));
}

/** Sets the version that becomes searchable once it is parsed. */
export async function updateWantedVersion(tx: TenantTransaction, documentId: string, versionId: string): Promise<void> {
  await tx.run(updated(documentId).set({ wanted_version_id: versionId }));
}

/** Sets the version that search uses. */
export async function updateCurrentVersion(
  tx: TenantTransaction,
  documentId: string,
  { versionId, title, status }: { versionId: string; title: string; status: DocumentStatus },
): Promise<void> {
  await tx.run(updated(documentId).set({ current_version_id: versionId, title, status, error: null }));
}

export async function updateTitle(tx: TenantTransaction, documentId: string, title: string): Promise<void> {
  await tx.run(updated(documentId).set({ title }));
}

/** Stops answers from using the document; its versions stay. The caller removes its search terms from the index. */
export async function unpublishDocument(tx: TenantTransaction, documentId: string): Promise<void> {
  const changes = { current_version_id: null, wanted_version_id: null, status: "ready", error: null } as const;
  await tx.run(updated(documentId).set(changes));
}

const updated = (documentId: string) =>
  query.updateTable("documents").set({ updated_at: now }).where("id", "=", documentId);

/** Deletes a document with its versions, files, passages, index entries and jobs. */
export async function deleteDocument(tx: TenantTransaction, documentId: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("documents").where("id", "=", documentId))) > 0;
}

/** Returns a text per document that changes whenever its indexing progresses. Deleted documents have none. */
export async function listDocumentStates(tx: TenantTransaction, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx.all(
    query
      .selectFrom("documents as d")
      .leftJoin("document_versions as v", "v.id", "d.wanted_version_id")
      .select(["d.id", sql<string>`concat_ws(' ', d.status, v.embedded_count, d.error)`.as("state")])
      .where("d.id", "=", anyOf(ids)),
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Finds titles of documents by id. Deleted documents have no title. */
export async function findTitles(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all(query.selectFrom("documents").select(["id", "title"]).where("id", "=", anyOf(ids)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * Returns the earlier of two times: the first of these documents expires after `since`, or the next public document of the tenant becomes
 * valid. Null when neither will happen.
 */
export async function findValidityChange(
  tx: TenantTransaction,
  { documentIds, since }: { documentIds: string[]; since: Date },
): Promise<Date | null> {
  const row = await tx.first(
    keep(sql<{ at: Date | null }>`select least(
      (select min(valid_until) from documents where id = ${anyOf(documentIds)} and valid_until > ${since}),
      (select min(valid_from) from documents where audience = 'public' and valid_from > ${since})
    ) as at`),
  );
  return row?.at ?? null;
}
