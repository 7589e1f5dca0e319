import type { DocumentView } from "../../../protocol/admin-documents.ts";
import type { DocumentRefresh } from "../../../protocol/refresh.ts";
import type { DocumentRow } from "../store/documents.ts";
import { isAddress } from "./page-origin.ts";

/** A document for the API. */
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
    draft: row.draft,
    refresh: refreshOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A page without a refresh schedule uses the document's source as its address. */
function refreshOf({ refresh, source, job_kind: job }: DocumentRow): DocumentRefresh | null {
  const is_fetching = job === "fetch";
  if (!refresh) return isAddress(source) ? { ...neverFetched, url: source, is_fetching } : null;
  const { url, every, site_id, failures, error } = refresh;
  const at = (time: string | null) => time && new Date(time).toISOString();
  return {
    url,
    every,
    site_id,
    failures,
    error,
    is_fetching,
    fetched_at: at(refresh.fetched_at),
    changed_at: at(refresh.changed_at),
    next_at: at(refresh.next_at),
    failing_since: at(refresh.failing_since),
    gone_at: at(refresh.gone_at),
    is_stopped: every !== "off" && refresh.next_at === null,
  };
}

const neverFetched = {
  every: "off",
  site_id: null,
  failures: 0,
  error: null,
  fetched_at: null,
  changed_at: null,
  next_at: null,
  failing_since: null,
  gone_at: null,
  is_stopped: false,
} as const;

/** Parsing counts as half of the work, embedding as the other half. */
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
