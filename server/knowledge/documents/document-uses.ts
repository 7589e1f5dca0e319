import type { DocumentChunks, DocumentChunksQuery, DocumentCitations } from "../../../protocol/document-uses.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { shownTitle } from "../../tickets/store/shown-title.ts";
import { listCitationsOf, listSections } from "../store/articles.ts";
import { findDocument } from "../store/documents.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { documentNotFound } from "./documents.ts";

/** Most recent citations of a document. */
const recentCitations = 30;

/** The indexed passages in reading order, from a start position. @throws AppError `not_found`. */
export async function readChunks(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { documentId, from, limit }: DocumentChunksQuery & { documentId: string },
): Promise<DocumentChunks> {
  return withTenant(db, tenantId, async (tx) => {
    const { current_version_id: versionId, served_version: version } = await mustFind(tx, documentId);
    const rows = versionId ? await listSections(tx, versionId, { from, to: from + limit }) : [];
    const items = rows
      .slice(0, limit)
      .map(({ id, ordinal, heading, page, text }) => ({ id, ordinal, heading, page, text }));
    return { version, items, next_from: rows.length > limit ? from + limit : null };
  });
}

/** The messages that cited a document most recently. @throws AppError `not_found`. */
export async function readCitations(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  documentId: string,
): Promise<DocumentCitations> {
  const rows = await withTenant(db, tenantId, async (tx) => {
    await mustFind(tx, documentId);
    return listCitationsOf(tx, documentId, recentCitations);
  });
  return {
    items: rows.map((row) => ({
      message_id: row.message_id,
      ticket: { id: row.ticket_id, number: row.ticket_number, subject: shownTitle(row.subject) },
      quote: row.quote,
      page: row.page,
      at: row.created_at.toISOString(),
    })),
  };
}

async function mustFind(tx: TenantTransaction, documentId: string) {
  const document = await findDocument(tx, documentId);
  if (!document) throw documentNotFound();
  return document;
}
