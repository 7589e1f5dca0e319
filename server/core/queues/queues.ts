import { z } from "zod";
import type { JobView } from "../../../protocol/admin-documents.ts";
import { tenantIdSchema } from "../../../protocol/ids.ts";
import { asError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { inSpan, inTrace, noTracing, outsideTrace, type Tracing } from "../trace.ts";
import { type OpenBackend, openBackend, type QueueBackend } from "./backend.ts";

export type { QueueBackend };

/** Reading documents has its own queue, so that it never waits behind slow embeddings or a whole site. */
export type QueueName =
  | "ingest"
  | "embed"
  | "crawl"
  | "thread"
  | "email"
  | "account_email"
  | "memory"
  | "draft"
  | "release_run";

/** A job whose row is stored. It is queued after the transaction has committed. */
export interface QueuedJob {
  id: string;
  kind: JobView["kind"];
  /** Its position among the tenant's unfinished jobs of this kind, from 1. */
  place: number;
}

/** Pages are fetched in the queue that reads documents, so that neither delays the other. */
export const queueOf: Record<QueuedJob["kind"], QueueName> = {
  fetch: "ingest",
  ingest: "ingest",
  embed: "embed",
  crawl: "crawl",
  thread: "thread",
  snippet: "ingest",
  email: "email",
  account_email: "account_email",
  memory: "memory",
  memory_vectors: "memory",
  draft: "draft",
  // A release run takes minutes; it has its own queue, so that nothing waits behind it.
  release_run: "release_run",
};

/** Reference to a job's row, which contains everything else. */
export interface JobPayload {
  tenant_id: string;
  job_id: string;
  /** The trace of the request that queued it, if tracing is on. */
  traceparent?: string | undefined;
}
// Not strict: during an upgrade, a newer process may send more fields.
const payloadSchema = z.object({
  tenant_id: tenantIdSchema,
  job_id: z.uuid(),
  traceparent: z.string().max(80).optional(),
});

/** Runs one job; must be safe to run twice. If it throws, the job is retried later. */
export type JobHandler = (payload: JobPayload, signal: AbortSignal) => Promise<void>;

/** Number of tries in the queue, including the first. */
const attempts = 3;
/** Delay before the second try; doubled before the third. */
const defaultBackoffMs = 1_000;
/** A worker that does not renew its lock for this long counts as dead, and after two more checks another worker takes its job. */
const lockMs = 15_000;
const stalledCheckMs = 10_000;
/** Interval at which jobs that a queue did not accept are sent again. */
const unsentRetryMs = 2_000;
/** Most of them that are remembered; workers find the rows of the others when they search for abandoned work. */
const mostUnsent = 10_000;
/** How often a job may lose its worker before the queue drops it; the recovery still finds its row. */
const maxStalledCount = 3;

/** Times that tests shorten, and the tracing of jobs. */
export interface QueueTimes {
  tracing?: Tracing;
  backoffMs?: number;
  lockMs?: number;
  /** Interval at which a worker renews its lock; default: twice per lock time. */
  lockRenewMs?: number;
  stalledCheckMs?: number;
}

/** The queues of this process: producers, and workers if it processes jobs. */
export class Queues {
  readonly #backend: OpenBackend;
  readonly #log: Logger;
  readonly #times: QueueTimes;
  readonly #tracing: Tracing;
  readonly #producers = new Map<QueueName, ReturnType<OpenBackend["createProducer"]>>();
  readonly #consumers: ReturnType<OpenBackend["createConsumer"]>[] = [];
  readonly #closing = new AbortController();
  readonly #unsent = new Map<string, { tenantId: string; job: QueuedJob }>();
  #resending: NodeJS.Timeout | undefined;

  constructor(backend: QueueBackend, log: Logger, { tracing = noTracing, ...times }: QueueTimes = {}) {
    this.#backend = openBackend(backend, log);
    this.#log = log;
    this.#times = times;
    this.#tracing = tracing;
  }

  /**
   * Wakes a worker. A job that is already queued is not queued twice.
   * @param place number of this job among its tenant's waiting jobs: the first job of every tenant comes before the second job of any
   * tenant
   */
  async enqueue(name: QueueName, payload: JobPayload, place = 1): Promise<void> {
    const data = payloadSchema.parse(payload);
    const about = { kind: "producer", attributes: { "parley.job_id": data.job_id } } as const;
    await inSpan(`queue ${name}`, about, async (span) => {
      await this.#producerOf(name).add(
        name,
        { ...data, traceparent: span?.traceparent },
        {
          jobId: data.job_id,
          attempts,
          priority: turnOf(place),
          backoff: { type: "exponential", delay: this.#times.backoffMs ?? defaultBackoffMs },
          removeOnComplete: true,
          removeOnFail: true,
        },
      );
    });
  }

  /** Wakes a worker for a job whose row is stored. Never throws: while the queue is unavailable, this process retries. */
  async wake(tenantId: string, job: QueuedJob): Promise<void> {
    try {
      await this.#send(tenantId, job);
    } catch (error) {
      this.#log.warn(
        { tenant: tenantId, job: job.id, err: asError(error).message },
        "Job queue is unavailable; the job waits",
      );
      if (this.#unsent.size < mostUnsent) this.#unsent.set(job.id, { tenantId, job });
      this.#resendLater();
    }
  }

  #send(tenantId: string, { id, kind, place }: QueuedJob): Promise<void> {
    return this.enqueue(queueOf[kind], { tenant_id: tenantId, job_id: id }, place);
  }

  #resendLater(): void {
    if (this.#closing.signal.aborted) return;
    this.#resending ??= setTimeout(() => {
      this.#resending = undefined;
      void outsideTrace(() => this.#resend());
    }, unsentRetryMs).unref();
  }

  /** One after another, until one fails again. */
  async #resend(): Promise<void> {
    for (const [id, { tenantId, job }] of this.#unsent) {
      try {
        await this.#send(tenantId, job);
        this.#unsent.delete(id);
      } catch {
        return this.#resendLater();
      }
    }
  }

  /** Starts working on a queue in this process. When the handler's signal is aborted, the handler must finish. */
  async work(name: QueueName, handler: JobHandler, { concurrency }: { concurrency: number }): Promise<void> {
    const consumer = this.#backend.createConsumer(
      name,
      (job) => this.#follow(name, payloadSchema.parse(job.data), handler),
      {
        concurrency,
        lockDuration: this.#times.lockMs ?? lockMs,
        stalledInterval: this.#times.stalledCheckMs ?? stalledCheckMs,
        maxStalledCount,
        ...(this.#times.lockRenewMs === undefined ? {} : { lockRenewTime: this.#times.lockRenewMs }),
      },
    );
    consumer.on("error", (error) => this.#report(error));
    this.#consumers.push(consumer);
    await consumer.waitUntilReady();
  }

  /** A job belongs to the trace of the request that queued it, whichever process runs it. */
  #follow(name: QueueName, payload: JobPayload, handler: JobHandler): Promise<void> {
    const attributes = { "parley.tenant_id": payload.tenant_id, "parley.job_id": payload.job_id };
    const about = { name: `job ${name}`, kind: "consumer", parent: payload.traceparent, attributes } as const;
    return outsideTrace(() => inTrace(this.#tracing, about, () => handler(payload, this.#closing.signal)));
  }

  /** True when jobs can be queued and taken now. */
  async isThere(): Promise<boolean> {
    return this.#backend.ping();
  }

  /** Takes no more jobs, aborts the signal of running ones and waits for them. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#resending);
    await Promise.all(this.#consumers.map((consumer) => consumer.close()));
    await Promise.all([...this.#producers.values()].map((producer) => producer.close()));
    await this.#backend.close();
  }

  #producerOf(name: QueueName): ReturnType<OpenBackend["createProducer"]> {
    const known = this.#producers.get(name);
    if (known) return known;
    const producer = this.#backend.createProducer(name);
    producer.on("error", (error) => this.#report(error));
    this.#producers.set(name, producer);
    return producer;
  }

  #report(error: Error): void {
    this.#log.warn({ err: error.message }, "Job queue error");
  }
}

/** New jobs get a later turn as time passes, so that they cannot overtake a long backlog forever. */
const agingMs = 5 * 60_000;
const agingSince = Date.UTC(2026, 0, 1);
/** BullMQ's largest priority; with one step per five minutes it is reached after twenty years. */
const lastTurn = 2_097_152;

/** Jobs with a smaller turn come first; equal ones in the order of arrival. */
function turnOf(place: number): number {
  const age = Math.max(0, Math.floor((Date.now() - agingSince) / agingMs));
  return Math.min(lastTurn, age + Math.max(1, place));
}
