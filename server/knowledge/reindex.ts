import { z } from "zod";
import { findDocument } from "../store/documents.ts";
import { findNewestJob } from "../store/jobs.ts";
import { withTenant } from "../store/transaction.ts";
import { queueFetch } from "./add-page.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { wakeWorker } from "./queue-job.ts";
import { queueReading } from "./store-version.ts";
import { documentNotFound } from "./versions.ts";

const fetchDetailSchema = z.object({ url: z.string() });

/**
 * Does the work on a document again: what failed is tried anew, what is there is read again from its stored bytes and
 * swapped in. What is searched now stays until then. @throws AppError `not_found`.
 */
export async function reindexDocument(deps: KnowledgeDeps, tenantId: string, documentId: string): Promise<void> {
  const job = await withTenant(deps.db, tenantId, async (tx) => {
    const document = await findDocument(tx, documentId);
    if (!document) throw documentNotFound();
    const last = await findNewestJob(tx, documentId);
    if (last?.status === "queued" || last?.status === "running") return { ...last, place: 1 };
    if (document.version_id === null || (last?.kind === "fetch" && last.status === "failed")) {
      const { url } = fetchDetailSchema.catch({ url: document.url ?? document.source }).parse(last?.detail);
      return queueFetch(tx, documentId, { url });
    }
    const isCurrent = document.current_version_id === document.version_id;
    return queueReading(tx, { documentId, versionId: document.version_id, again: isCurrent });
  });
  await wakeWorker(deps, tenantId, job);
}
