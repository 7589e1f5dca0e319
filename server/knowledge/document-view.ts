import type { DocumentView } from "../../protocol/admin.ts";
import type { DocumentRow } from "../store/documents.ts";

/** A document as the API shows it. */
export function toView(row: DocumentRow): DocumentView {
  return {
    id: row.id,
    title: row.title,
    source: row.source,
    url: row.url,
    set: row.set_name,
    kind: row.kind,
    locale: row.locale,
    status: row.status,
    version: row.version,
    pages: row.pages,
    chunks: row.chunk_count,
    embedded: row.embedded_count,
    coverage: row.coverage,
    error: row.error,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
