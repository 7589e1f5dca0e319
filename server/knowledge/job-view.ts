import { z } from "zod";
import type { JobView } from "../../protocol/admin-documents.ts";
import type { JobRow } from "../store/jobs.ts";

const toldSchema = z.object({
  address: z.string().optional(),
  url: z.string().optional(),
  pages: z.number().optional(),
  left_out: z.array(z.object({ url: z.string(), reason: z.string() })).optional(),
});

/** A job as the API shows it. */
export function toJobView(row: JobRow): JobView {
  const { address, url, pages, left_out } = toldSchema.parse(row.detail);
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    document_id: row.document_id,
    address: address ?? url ?? null,
    step: row.step,
    progress: row.progress,
    attempts: row.attempts,
    error: row.error,
    ...(pages === undefined ? {} : { pages }),
    ...(left_out === undefined ? {} : { left_out }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
