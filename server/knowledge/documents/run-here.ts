import { asError } from "../../core/errors.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { knowledgeHandlers } from "./handlers.ts";

/** Longest time that a caller waits, in ms. On an idle server, a snippet takes less than a second. */
const waitMs = 8_000;

/**
 * Runs a stored job and the jobs that it queues in this process, so that the result is available when the call returns. A job that takes
 * too long or fails, for example without an embedding model, is left to the workers. Never throws.
 */
export async function runHere(deps: KnowledgeDeps, tenantId: string, first: QueuedJob): Promise<void> {
  const waiting = [first];
  const queues = { wake: async (_tenantId: string, job: QueuedJob) => void waiting.push(job) };
  // Jobs write nothing to the audit log, because the request has already written its entry.
  const { actor: _caller, ...others } = deps;
  const handlers = knowledgeHandlers({ ...others, queues });
  const signal = AbortSignal.timeout(waitMs);
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const handle = job.kind === "embed" ? handlers.embed : handlers.ingest;
    try {
      // A handler may continue after the timeout in parallel to the worker: both are safe to run twice.
      await Promise.race([handle({ tenant_id: tenantId, job_id: job.id }, signal), rejectOnAbort(signal)]);
    } catch (error) {
      deps.log.warn({ tenant: tenantId, job: job.id, err: asError(error).message }, "Job left to the workers");
      await deps.queues.wake(tenantId, job);
    }
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const reason = () => new Error("it takes too long to wait for");
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(reason());
    else signal.addEventListener("abort", () => reject(reason()), { once: true });
  });
}
