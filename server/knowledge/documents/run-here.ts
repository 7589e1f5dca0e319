import { asError } from "../../core/errors.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { knowledgeHandlers } from "./handlers.ts";

/** Longest a caller waits; a snippet takes less than a second where nothing else is at work. */
const waitMs = 8_000;

/**
 * Does a stored job and what follows from it in this process, so that the result is there when the call returns. What does not come
 * about in time, or fails (the embedding model is away), is left to the workers. Never throws.
 */
export async function runHere(deps: KnowledgeDeps, tenantId: string, first: QueuedJob): Promise<void> {
  const waiting = [first];
  const queues = { wake: async (_tenantId: string, job: QueuedJob) => void waiting.push(job) };
  // Jobs leave no line in the record: what was asked for stands there already.
  const { actor: _caller, ...others } = deps;
  const handlers = knowledgeHandlers({ ...others, queues });
  const signal = AbortSignal.timeout(waitMs);
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const handle = job.kind === "embed" ? handlers.embed : handlers.ingest;
    try {
      // Safe to run twice: a handler that goes on after the wait does no harm beside the worker that is woken.
      await Promise.race([handle({ tenant_id: tenantId, job_id: job.id }, signal), givenUp(signal)]);
    } catch (error) {
      deps.log.warn({ tenant: tenantId, job: job.id, err: asError(error).message }, "Job left to the workers");
      await deps.queues.wake(tenantId, job);
    }
  }
}

function givenUp(signal: AbortSignal): Promise<never> {
  const reason = () => new Error("it takes too long to wait for");
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(reason());
    else signal.addEventListener("abort", () => reject(reason()), { once: true });
  });
}
