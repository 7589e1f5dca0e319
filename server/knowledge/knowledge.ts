import type { AdminSearchQuery, SearchResponse } from "../../protocol/admin.ts";
import type { DocumentView } from "../../protocol/admin-documents.ts";
import {
  type JobHandler,
  type JobPayload,
  type QueueBackend,
  type QueueName,
  Queues,
  type QueueTimes,
} from "../jobs/queues.ts";
import { FileParser } from "../reading/parsers/file-parser.ts";
import { type FoundChunk, loadChunks, type SearchOutcome, type SearchQuery, search } from "../search/search.ts";
import { findJob } from "../store/jobs.ts";
import { createQueuePool } from "../store/queue-pool.ts";
import { withTenant } from "../store/transaction.ts";
import { runFetch } from "./add-page.ts";
import { runCrawl } from "./add-site.ts";
import type { IngestDeps, KnowledgeDeps } from "./deps.ts";
import { runEmbed } from "./embed-chunks.ts";
import { runIngest } from "./ingest.ts";
import { Library } from "./library.ts";
import { type QueuedJob, wakeWorker } from "./queue-job.ts";
import { startRecovery } from "./recovery.ts";
import { changeDocumentSet, listDocumentSets } from "./sets.ts";
import { type WaitOptions, waitForDocuments } from "./wait-for-documents.ts";

/** Documents read at the same time by one process. */
const ingestConcurrency = 2;
/** Documents whose vectors are filled at the same time; the embedding threads are the limit. */
const embedConcurrency = 1;
/** Sites read at the same time by one process; each is mostly waiting between two requests. */
const crawlConcurrency = 2;

/** Files read at the same time by one process, each in a process of its own. */
const parserProcesses = 2;

/** Passages for one answer, in tokens: more would not be read more closely, but paid for. */
const maxContextTokens = 4_000;

export interface KnowledgeOptions extends Omit<KnowledgeDeps, "queues"> {
  /** Queues live in this Redis; without it, in the database. */
  redisUrl: string | undefined;
  /** For tests: how soon a job is tried again, and a dead worker noticed. */
  times?: QueueTimes;
  /** For tests: how pages are fetched. */
  fetching?: IngestDeps["fetching"];
}

/** The library of every tenant: documents in, passages out. */
export class Knowledge extends Library {
  readonly #closeQueues: () => Promise<void>;
  readonly #parser: FileParser;
  #starting: Promise<void> | undefined;
  #stopRecovery: (() => void) | undefined;

  constructor(deps: Omit<IngestDeps, "parser">, closeQueues: () => Promise<void>) {
    const parser = new FileParser({ size: parserProcesses });
    super({ ...deps, parser });
    this.#parser = parser;
    this.#closeQueues = closeQueues;
  }

  /** Works on the queues in this process and takes up what an earlier one left. A second call changes nothing. */
  async startWorkers(): Promise<void> {
    this.#starting ??= this.#startWorkers();
    await this.#starting;
  }

  async #startWorkers(): Promise<void> {
    const { queues } = this.deps;
    await queues.work("ingest", (payload, signal) => this.#runIngest(payload, signal), {
      concurrency: ingestConcurrency,
    });
    await queues.work("crawl", (payload, signal) => runCrawl(this.deps, payload, signal), {
      concurrency: crawlConcurrency,
    });
    await queues.work("embed", (payload, signal) => runEmbed(this.deps, payload, signal), {
      concurrency: embedConcurrency,
    });
    this.#stopRecovery = await startRecovery(this.deps);
  }

  /** The row says whether the page must be fetched first. */
  async #runIngest(payload: JobPayload, signal: AbortSignal): Promise<void> {
    const job = await withTenant(this.deps.db, payload.tenant_id, (tx) => findJob(tx, payload.job_id));
    if (job?.kind === "fetch") await runFetch(this.deps, payload, signal);
    else if (job) await runIngest(this.deps, payload, signal);
  }

  /** Works on another room's jobs in this process; the queues are shared. */
  async workOn(name: QueueName, handler: JobHandler): Promise<void> {
    await this.deps.queues.work(name, handler, { concurrency: 1 });
  }

  /** Tells a worker of another room's job whose row is stored. */
  async wake(tenantId: string, job: QueuedJob): Promise<void> {
    await wakeWorker(this.deps, tenantId, job);
  }

  async close(): Promise<void> {
    this.#stopRecovery?.();
    await this.#closeQueues();
    this.#parser.close();
  }

  search(tenantId: string, question: string, options: Omit<SearchQuery, "question"> = {}): Promise<SearchOutcome> {
    return search(this.deps, tenantId, { question, ...options });
  }

  /** What an answer to a visitor may rest on: public, each text once, within the budget of a model's context. */
  async searchForVisitor(
    tenantId: string,
    { question, ...query }: Pick<SearchQuery, "question" | "history" | "locale">,
  ): Promise<FoundChunk[]> {
    const options = { ...query, distinct: true, audience: "public", maxTokens: maxContextTokens } as const;
    return (await this.search(tenantId, question, options)).results;
  }

  /** Chunks found earlier, in the order of `ids`; those that were deleted since are left out. */
  loadChunks(tenantId: string, ids: string[]): Promise<FoundChunk[]> {
    return loadChunks(this.deps, tenantId, ids);
  }

  /** Waits until documents are settled, telling of each change. */
  waitForDocuments(tenantId: string, documentIds: string[], options: WaitOptions = {}): Promise<DocumentView[]> {
    return waitForDocuments((id) => this.findDocument(tenantId, id), documentIds, options);
  }

  /** The use cases as the admin API calls them. */
  get actions() {
    return {
      listDocuments: this.listDocuments.bind(this),
      findDocument: this.findDocument.bind(this),
      add: this.add.bind(this),
      addFile: this.addFile.bind(this),
      changeDocument: this.changeDocument.bind(this),
      deleteDocument: this.deleteDocument.bind(this),
      reindexDocument: this.reindexDocument.bind(this),
      readPages: this.readPages.bind(this),
      listVersions: this.listVersions.bind(this),
      compareVersions: this.compareVersions.bind(this),
      restoreVersion: this.restoreVersion.bind(this),
      listJobs: this.listJobs.bind(this),
      findJob: this.findJob.bind(this),
      listSets: (tenantId: string) => listDocumentSets(this.deps.db, tenantId),
      changeSet: (tenantId: string, change: { name: string; boost: number }) =>
        changeDocumentSet(this.deps.db, tenantId, change),
      search: (tenantId: string, query: AdminSearchQuery): Promise<SearchResponse> =>
        this.search(tenantId, query.q, {
          limit: query.limit,
          audience: query.audience ?? "internal",
          explain: query.explain,
          sets: query.set,
          locale: query.locale,
          maxTokens: query.max_tokens,
        }),
    };
  }
}

/** Opens the library. Nothing runs in the background until `startWorkers`. */
export async function createKnowledge({ redisUrl, times, ...options }: KnowledgeOptions): Promise<Knowledge> {
  const queuePool = redisUrl === undefined ? createQueuePool(options.db) : undefined;
  const backend: QueueBackend =
    queuePool === undefined ? { type: "redis", url: redisUrl ?? "" } : { type: "postgres", pool: queuePool.pool };
  const queues = new Queues(backend, options.log, times);
  return new Knowledge({ ...options, queues }, async () => {
    await queues.close();
    await queuePool?.close();
  });
}
