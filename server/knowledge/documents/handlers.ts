import type { JobHandler, JobPayload } from "../../core/queues/queues.ts";
import { withLongLimits } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findJob, updateJob } from "../../operations/store/jobs.ts";
import { runDraft } from "../drafts/run-draft.ts";
import { findSnippet, type Snippet } from "../store/snippets.ts";
import { addDocument } from "./add-document.ts";
import { runFetch } from "./add-page.ts";
import { runCrawl } from "./add-site.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { runEmbed } from "./embed-chunks.ts";
import { runIngest } from "./ingest.ts";
import { runJob } from "./run-job.ts";

/** The job handlers of the library, by queue. */
export function knowledgeHandlers(given: KnowledgeDeps): Record<"ingest" | "embed" | "crawl" | "draft", JobHandler> {
  const deps = withLongLimits(given);
  return {
    ingest: (payload, signal) => runReading(deps, payload, signal),
    embed: (payload, signal) => runEmbed(deps, payload, signal),
    draft: (payload, signal) => runDraft(deps, payload, signal),
    crawl: (payload, signal) => runCrawl(deps, payload, signal),
  };
}

/** The kind of the job decides whether the handler fetches something first. */
async function runReading(deps: KnowledgeDeps, ...[payload, signal]: Parameters<JobHandler>): Promise<void> {
  const job = await withTenant(deps.db, payload.tenant_id, (tx) => findJob(tx, payload.job_id));
  if (job?.kind === "fetch") await runFetch(deps, payload, signal);
  else if (job?.kind === "snippet") await runSnippet(deps, payload, signal);
  else if (job) await runIngest(deps, payload, signal);
}

/** Runs the job that makes a snippet searchable. Safe to run twice. */
async function runSnippet(deps: KnowledgeDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  await runJob(deps, { payload, signal }, async (job) => {
    const snippet = await withTenant(deps.db, tenantId, (tx) => findSnippet(tx, job.target_id));
    // The snippet may have been withdrawn after the job was stored.
    if (snippet?.state === "live") await addAnswer(deps, tenantId, snippet);
    await withTenant(deps.db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
  });
}

/** Stores an agent's answer as a document whose title is the question. */
async function addAnswer(deps: KnowledgeDeps, tenantId: string, snippet: Snippet): Promise<void> {
  await addDocument(deps, tenantId, {
    source: `snippet:${snippet.id}`,
    title: snippet.question.slice(0, 300),
    format: "markdown",
    content: snippet.answer,
  });
}
