import { sql } from "kysely";
import { z } from "zod";
import type { PlainFormat } from "../../../protocol/admin-documents.ts";
import { json } from "../../database/column-types.ts";
import { type ChangesOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** With `file`, the format is detected from the content. */
export type DocumentFormat = PlainFormat | "file";

const pagesSchema = z.array(z.object({ page: z.number().nullable(), text: z.string() }));
/** Extracted text of one page. The page is null where the format has no pages. */
export type PageText = z.infer<typeof pagesSchema>[number];

const notesSchema = z.array(z.string());

/** A version, as ingestion reads it. */
export type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>;
/** A version without its content. */
export type VersionSummaryRow = NonNullable<Awaited<ReturnType<typeof findVersionByNumber>>>;

/** Stores the next version of a document. The caller locks the document's row and sets the wanted version. */
export async function insertVersion(
  tx: TenantTransaction,
  version: {
    id: string;
    documentId: string;
    contentHash: string;
    format: DocumentFormat;
    rawText: string;
    title: string | null;
    byteSize?: number;
    /** Answers do not use a draft before its release is published. */
    isDraft?: boolean;
  },
): Promise<void> {
  await tx.run(
    query.insertInto("document_versions").values({
      tenant_id: tx.tenantId,
      id: version.id,
      document_id: version.documentId,
      version: query
        .selectFrom("document_versions")
        .select(sql<number>`coalesce(max(version), 0) + 1`.as("next"))
        .where("document_id", "=", version.documentId),
      content_hash: version.contentHash,
      format: version.format,
      raw_text: version.rawText,
      title: version.title,
      byte_size: version.byteSize,
      is_draft: version.isDraft,
    }),
  );
}

const versions = query
  .selectFrom("document_versions as v")
  .innerJoin("documents as d", "d.id", "v.document_id")
  .select(["v.id", "v.version", "v.chunk_count", "v.embedded_count", "v.is_draft"])
  .select(sql<boolean>`d.current_version_id is not distinct from v.id`.as("is_current"));

/**
 * `raw_text` is empty when the bytes are in `document_files`. `shown_title` is null until the version is parsed. With `is_title_made_up`
 * the title repeats the first words of the text and is not indexed again. `is_superseded`: another version was added or restored since.
 */
export function findVersion(tx: TenantTransaction, versionId: string) {
  return tx.first(
    versions
      .select(["v.document_id", "v.format", "v.raw_text", "v.title as given_title", "d.source", "d.title"])
      .select(["v.shown_title", "v.is_title_made_up"])
      .select(sql<boolean>`d.wanted_version_id is distinct from v.id`.as("is_superseded"))
      .where("v.id", "=", versionId),
  );
}

const summaries = versions
  .select(["v.label", "v.read_as", "v.byte_size", "v.pages", "v.coverage", "v.notes", "v.created_at"])
  .select(({ fn }) => fn.coalesce("v.shown_title", "v.title").as("title"));

const withNotes = <Row extends { notes: unknown }>(row: Row) => ({ ...row, notes: notesSchema.parse(row.notes) });

/** Lists versions, newest first, at most 1,000. */
export async function listVersions(tx: TenantTransaction, documentId: string) {
  const newest = summaries.where("v.document_id", "=", documentId).orderBy("v.version", "desc").limit(1000);
  return (await tx.all(newest)).map(withNotes);
}

export async function findVersionByNumber(tx: TenantTransaction, documentId: string, version: number) {
  const row = await tx.first(summaries.where("v.document_id", "=", documentId).where("v.version", "=", version));
  return row && withNotes(row);
}

/** Sets the label of a version. Null removes it. @returns false when the version does not exist. */
export async function updateVersionLabel(
  tx: TenantTransaction,
  { documentId, version, label }: { documentId: string; version: number; label: string | null },
): Promise<boolean> {
  const named = query.updateTable("document_versions").set({ label });
  return (await tx.run(named.where("document_id", "=", documentId).where("version", "=", version))) === 1;
}

export async function findPages(tx: TenantTransaction, versionId: string): Promise<PageText[]> {
  const row = await tx.first(query.selectFrom("document_versions").select("extracted").where("id", "=", versionId));
  return pagesSchema.parse(row?.extracted ?? []);
}

/** Stores the parsed content of a version, also when that content causes its rejection. */
export async function updateExtraction(
  tx: TenantTransaction,
  versionId: string,
  extraction: {
    pages: PageText[];
    coverage: number;
    chunkCount: number;
    notes: string[];
    readAs: string | null;
    title: string | null;
    isTitleMadeUp: boolean;
  },
): Promise<void> {
  await updateVersion(tx, versionId, {
    extracted: json(extraction.pages),
    pages: extraction.pages.length,
    coverage: extraction.coverage,
    chunk_count: extraction.chunkCount,
    embedded_count: 0,
    notes: json(extraction.notes),
    read_as: extraction.readAs,
    shown_title: extraction.title,
    is_title_made_up: extraction.isTitleMadeUp,
  });
}

/** Stores the title that an agent gave a version. */
export async function updateGivenTitle(tx: TenantTransaction, versionId: string, title: string): Promise<void> {
  await updateVersion(tx, versionId, { title, shown_title: title, is_title_made_up: false });
}

export async function updateEmbeddedCount(tx: TenantTransaction, versionId: string, count: number): Promise<void> {
  await updateVersion(tx, versionId, { embedded_count: count });
}

/** Turns a draft into a normal version. */
export async function publishDraftVersion(tx: TenantTransaction, versionId: string): Promise<void> {
  await updateVersion(tx, versionId, { is_draft: false });
}

/** Deletes a draft with its file and passages. A version that is not a draft stays. */
export async function deleteDraftVersion(tx: TenantTransaction, versionId: string): Promise<void> {
  await tx.run(query.deleteFrom("document_versions").where("id", "=", versionId).where("is_draft", "=", true));
}

async function updateVersion(
  tx: TenantTransaction,
  id: string,
  changes: ChangesOf<"document_versions">,
): Promise<void> {
  await tx.run(query.updateTable("document_versions").set(changes).where("id", "=", id));
}

/** An uploaded or fetched file. */
export interface DocumentFile {
  /** Path, address or file name. Its extension is a hint for the parser. */
  name: string;
  declaredType: string | null;
  bytes: Uint8Array;
}

/** Stores the bytes of a version. They are deleted with the version. */
export async function insertFile(tx: TenantTransaction, versionId: string, file: DocumentFile): Promise<void> {
  const { name, declaredType, bytes } = file;
  const values = { tenant_id: tx.tenantId, version_id: versionId, name, declared_type: declaredType };
  await tx.run(query.insertInto("document_files").values({ ...values, bytes: Buffer.from(bytes) }));
}

/** Finds the bytes of a version. @returns undefined for a version whose content is its `raw_text`. */
export function findFile(tx: TenantTransaction, versionId: string): Promise<DocumentFile | undefined> {
  const file = query.selectFrom("document_files").select(["name", "declared_type as declaredType", "bytes"]);
  return tx.first(file.where("version_id", "=", versionId));
}
