import { z } from "zod";
import type { JobView } from "../../../protocol/admin-documents.ts";
import { tenantIdSchema } from "../../../protocol/ids.ts";
import { asError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { inSpan, inTrace, noTracing, outsideTrace, type Tracing } from "../trace.ts";
import { type OpenBackend, openBackend, type QueueBackend } from "./backend.ts";

export type { QueueBackend };

/** Documents are read in a queue of their own, so that they never wait behind slow embeddings or a whole site. */
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

/** A job whose row is stored. The queue gets it after the transaction has committed. */
export interface QueuedJob {
  id: string;
  kind: JobView["kind"];
  /** Its position among the tenant's unfinished jobs of this kind, from 1. */
  place: number;
}

/** Pages are fetched where documents are read, so that neither holds the other up. */
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
  // The run of a release takes minutes; nothing waits behind it.
  release_run: "release_run",
};

/** Where the row of a job is. The row contains everything else. */
export interface JobPayload {
  tenant_id: string;
  job_id: string;
  /** The trace of the request that queued it, if tracing is on. */
  traceparent?: string | undefined;
}
// Not strict: during an upgrade a newer process may say more.
const payloadSchema = z.object({
  tenant_id: tenantIdSchema,
  job_id: z.uuid(),
  traceparent: z.string().max(80).optional(),
});

/** Runs one job; safe to run twice. Throwing means: try again later. */
export type JobHandler = (payload: JobPayload, signal: AbortSignal) => Promise<void>;

/** Tries in the queue, the first one included. */
const attempts = 3;
/** Wait before the second try; doubled before the third. */
const defaultBackoffMs = 1_000;
/** A worker that is silent this long is dead, and after two more looks another one takes its job. */
const lockMs = 15_000;
const stalledCheckMs = 10_000;
/** Jobs that a queue did not take are handed over again this often. */
const unsentRetryMs = 2_000;
/** Most of them that are remembered; workers find the rows of others when they look for work that was left behind. */
const mostUnsent = 10_000;
/** How often a job may lose its worker before the queue drops it; the recovery still finds its row. */
const maxStalledCount = 3;

/** Times that tests shorten, and where the traces of jobs begin. */
export interface QueueTimes {
  tracing?: Tracing;
  backoffMs?: number;
  lockMs?: number;
  /** How often a worker says that it lives; by default twice in the time of a lock. */
  lockRenewMs?: number;
  stalledCheckMs?: number;
}

/** The queues of this process: producers, and workers where it works. */
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
   * Wakes a worker. A job that is queued already is not queued twice.
   * @param place the how-manieth of its tenant's waiting jobs this is: the first of every tenant goes before the second of any
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

  /** Wakes a worker for a job whose row is stored. Never throws: while the queue is away this process tries again. */
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

  /** One after the other, until one fails again. */
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

  /** Starts to work on a queue in this process. The signal given to the handler says: come to an end. */
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

  /** A job belongs to the trace of whoever queued it, wherever it is done. */
  #follow(name: QueueName, payload: JobPayload, handler: JobHandler): Promise<void> {
    const attributes = { "parley.tenant_id": payload.tenant_id, "parley.job_id": payload.job_id };
    const about = { name: `job ${name}`, kind: "consumer", parent: payload.traceparent, attributes } as const;
    return outsideTrace(() => inTrace(this.#tracing, about, () => handler(payload, this.#closing.signal)));
  }

  /** True when jobs can be handed over and taken now. */
  async isThere(): Promise<boolean> {
    return this.#backend.ping();
  }

  /** Takes no more jobs, tells the running ones to come to an end and waits for them. */
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

/** A job's turn moves this much back as time goes by, so that a long backlog is not overtaken for ever. */
const agingMs = 5 * 60_000;
const agingSince = Date.UTC(2026, 0, 1);
/** BullMQ's largest; with five minutes a step it is reached after twenty years. */
const lastTurn = 2_097_152;

/** Jobs with a smaller turn go first, those with the same one in the order they came. */
function turnOf(place: number): number {
  const age = Math.max(0, Math.floor((Date.now() - agingSince) / agingMs));
  return Math.min(lastTurn, age + Math.max(1, place));
}
