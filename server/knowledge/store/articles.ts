import { sql } from "kysely";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * The position, in a version, of a passage that may come from an older version: the same passage, else one with the same text, else one
 * below the same heading.
 */
export function findPassagePlace(
  tx: TenantTransaction,
  { versionId, chunkId }: { versionId: string; chunkId: string },
): Promise<{ ordinal: number; is_same: boolean } | undefined> {
  return tx.first(
    query
      .selectFrom("chunks as cited")
      .innerJoin("chunks as c", "c.document_id", "cited.document_id")
      .select(["c.ordinal", sql<boolean>`c.text = cited.text`.as("is_same")])
      .where("cited.id", "=", chunkId)
      .where("c.version_id", "=", versionId)
      .where(({ eb, or, ref }) =>
        or([eb("c.text", "=", ref("cited.text")), eb("c.heading", "=", ref("cited.heading"))]),
      )
      .orderBy(sql`c.id = cited.id`, "desc")
      .orderBy(sql`c.text = cited.text`, "desc")
      .orderBy(sql`abs(c.ordinal - cited.ordinal)`)
      .orderBy("c.ordinal")
      .limit(1),
  );
}

/** Passages of a version in reading order, between two positions. */
export function listSections(tx: TenantTransaction, versionId: string, { from, to }: { from: number; to: number }) {
  return tx.all(
    query
      .selectFrom("chunks")
      .select(["id", "ordinal", "heading", "page", "text"])
      .where("version_id", "=", versionId)
      .where((chunk) => chunk.between("ordinal", from, to))
      .orderBy("ordinal"),
  );
}

/** The messages that cited a document most recently, newest first, each with its first quote. */
export function listCitationsOf(tx: TenantTransaction, documentId: string, limit: number) {
  const firstQuotes = query
    .selectFrom("citations")
    .distinctOn("message_id")
    .select(["message_id", "quote", "page"])
    .where("document_id", "=", documentId)
    .orderBy("message_id", "desc")
    .orderBy("index")
    .limit(limit);
  return tx.all(
    query
      .selectFrom(firstQuotes.as("c"))
      .innerJoin("messages as m", "m.id", "c.message_id")
      .innerJoin("tickets as t", "t.id", "m.ticket_id")
      .select(["c.message_id", "t.id as ticket_id", "t.number as ticket_number", "t.subject", "c.quote", "c.page"])
      .select("m.created_at")
      .orderBy("c.message_id", "desc"),
  );
}
