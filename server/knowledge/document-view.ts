import type { DocumentView } from "../../protocol/admin-documents.ts";
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
    audience: row.audience,
    valid_from: row.valid_from?.toISOString() ?? null,
    valid_until: row.valid_until?.toISOString() ?? null,
    status: row.status,
    version: row.version,
    served_version: row.served_version,
    pages: row.pages,
    chunks: row.chunk_count,
    embedded: row.embedded_count,
    coverage: row.coverage,
    error: row.error,
    notes: row.notes,
    progress: progressOf(row),
    step: row.step,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Text is half of the work, vectors are the other half. */
function progressOf(row: DocumentRow): number {
  switch (row.status) {
    case "ready":
      return 1;
    case "searchable":
      return 0.5 + (row.embedded_count / Math.max(1, row.chunk_count)) * 0.5;
    case "processing":
      return (row.job_progress ?? 0) * 0.5;
    case "queued":
    case "failed":
      return 0;
    default:
      return row.status satisfies never;
  }
}
