import { z } from "zod";
import type { JobView } from "../../../protocol/admin-documents.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import * as store from "../../operations/store/jobs.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { type Page, type PageQuery, pageOf } from "./page.ts";

/** A tenant's jobs, newest first. @throws AppError `invalid_request` for an invalid cursor. */
export function listJobs(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { status, ...page }: PageQuery & { status?: JobView["status"] },
): Promise<Page<JobView>> {
  return pageOf(page, async (window) => {
    const rows = await withTenant(db, tenantId, (tx) => store.listJobs(tx, { status: status ?? null, ...window }));
    return rows.map(toJobView);
  });
}

/** @throws AppError `not_found`. */
export async function findJob({ db }: Pick<KnowledgeDeps, "db">, tenantId: string, jobId: string): Promise<JobView> {
  const row = await withTenant(db, tenantId, (tx) => store.findJob(tx, jobId));
  if (!row) throw new AppError("not_found", "Job not found.");
  return toJobView(row);
}

const toldSchema = z.object({
  address: z.string().optional(),
  url: z.string().optional(),
  pages: z.number().optional(),
  left_out: z.array(z.object({ url: z.string(), reason: z.string() })).optional(),
});

/** A job for the API. */
export function toJobView(row: store.JobRow): JobView {
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
