import type { JobHandler } from "../../core/queues/queues.ts";
import { unhurried } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findJob } from "../../operations/store/jobs.ts";
import { runDraft } from "../drafts/run-draft.ts";
import { runFetch } from "./add-page.ts";
import { runCrawl } from "./add-site.ts";
import { runSnippet } from "./add-snippet.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { runEmbed } from "./embed-chunks.ts";
import { runIngest } from "./ingest.ts";

/** What a worker does with the library's jobs, by queue. */
export function knowledgeHandlers(given: KnowledgeDeps): Record<"ingest" | "embed" | "crawl" | "draft", JobHandler> {
  const deps = unhurried(given);
  return {
    ingest: (payload, signal) => runReading(deps, payload, signal),
    embed: (payload, signal) => runEmbed(deps, payload, signal),
    draft: (payload, signal) => runDraft(deps, payload, signal),
    crawl: (payload, signal) => runCrawl(deps, payload, signal),
  };
}

/** The row says what is to be read, and whether it must be fetched first. */
async function runReading(deps: KnowledgeDeps, ...[payload, signal]: Parameters<JobHandler>): Promise<void> {
  const job = await withTenant(deps.db, payload.tenant_id, (tx) => findJob(tx, payload.job_id));
  if (job?.kind === "fetch") await runFetch(deps, payload, signal);
  else if (job?.kind === "snippet") await runSnippet(deps, payload, signal);
  else if (job) await runIngest(deps, payload, signal);
}
