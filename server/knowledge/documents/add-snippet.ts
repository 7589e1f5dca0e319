import type { JobPayload } from "../../core/queues/queues.ts";
import { withTenant } from "../../database/transaction.ts";
import { updateJob } from "../../operations/store/jobs.ts";
import { findSnippet, type Snippet } from "../store/snippets.ts";
import { addDocument } from "./add-document.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { runJob } from "./run-job.ts";

/** The job that was stored with a resolution: a person's answer becomes known. Safe to run twice. */
export async function runSnippet(deps: KnowledgeDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  await runJob(deps, { payload, signal }, async (job) => {
    const snippet = await withTenant(deps.db, tenantId, (tx) => findSnippet(tx, job.target_id));
    // It may have been withdrawn since the job was stored.
    if (snippet?.state === "live") await addAnswer(deps, tenantId, snippet);
    await withTenant(deps.db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
  });
}

/** A person's answer becomes a document of its own, found by its question. */
async function addAnswer(deps: KnowledgeDeps, tenantId: string, snippet: Snippet): Promise<void> {
  await addDocument(deps, tenantId, {
    source: `snippet:${snippet.id}`,
    title: snippet.question.slice(0, 300),
    format: "markdown",
    content: snippet.answer,
  });
}
