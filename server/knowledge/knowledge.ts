import type { AddDocumentRequest, DocumentView, SearchResult } from "../../protocol/admin.ts";
import { AppError } from "../errors.ts";
import { type QueueBackend, Queues } from "../jobs/queues.ts";
import { findPages, type PageText } from "../store/document-versions.ts";
import { deleteDocument, findDocument, listDocuments, lockDocument } from "../store/documents.ts";
import { deleteJobsOfDocument } from "../store/jobs.ts";
import { createQueuePool } from "../store/queue-pool.ts";
import { withTenant } from "../store/transaction.ts";
import { addDocument } from "./add-document.ts";
import { type AddFileRequest, addFile } from "./add-file.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import { runEmbed } from "./embed-chunks.ts";
import { runIngest } from "./ingest.ts";
import { FileParser } from "./parsers/file-parser.ts";
import { startRecovery } from "./recovery.ts";
import { type FoundChunk, loadChunks, type SearchOutcome, type SearchQuery, search } from "./search.ts";
import { type WaitOptions, waitForDocuments } from "./wait-for-documents.ts";

/** Documents read at the same time by one process. */
const ingestConcurrency = 2;
/** Documents whose vectors are filled at the same time; the embedding threads are the limit. */
const embedConcurrency = 1;

export interface KnowledgeOptions extends Omit<KnowledgeDeps, "queues"> {
  /** Queues live in this Redis; without it, in the database. */
  redisUrl: string | undefined;
  /** For tests: wait before a job's second try. */
  backoffMs?: number;
}

/** The library of every tenant: documents in, passages out. */
export class Knowledge {
  readonly #deps: KnowledgeDeps;
  readonly #closeQueues: () => Promise<void>;
  readonly #parser = new FileParser();
  #starting: Promise<void> | undefined;
  #stopRecovery: (() => void) | undefined;

  constructor(deps: KnowledgeDeps, closeQueues: () => Promise<void>) {
    this.#deps = deps;
    this.#closeQueues = closeQueues;
  }

  /** Works on the queues in this process and takes up what an earlier one left. A second call changes nothing. */
  async startWorkers(): Promise<void> {
    this.#starting ??= this.#startWorkers();
    await this.#starting;
  }

  async #startWorkers(): Promise<void> {
    const { queues } = this.#deps;
    await queues.work("ingest", (payload) => runIngest(this.#deps, payload), { concurrency: ingestConcurrency });
    await queues.work("embed", (payload, signal) => runEmbed(this.#deps, payload, signal), {
      concurrency: embedConcurrency,
    });
    this.#stopRecovery = await startRecovery(this.#deps);
  }

  async close(): Promise<void> {
    this.#stopRecovery?.();
    this.#parser.close();
    await this.#closeQueues();
  }

  search(tenantId: string, question: string, options: Omit<SearchQuery, "question"> = {}): Promise<SearchOutcome> {
    return search(this.#deps, tenantId, { question, ...options });
  }

  /** Chunks found earlier, in the order of `ids`; those that were deleted since are left out. */
  loadChunks(tenantId: string, ids: string[]): Promise<FoundChunk[]> {
    return loadChunks(this.#deps, tenantId, ids);
  }

  addDocument(tenantId: string, request: AddDocumentRequest): Promise<DocumentView> {
    return addDocument(this.#deps, tenantId, request);
  }

  /**
   * Takes in a file of any kind that can be read: PDF, DOCX, HTML, Markdown, text, CSV.
   * @throws AppError `unprocessable_document` with a plain reason.
   */
  addFile(tenantId: string, request: AddFileRequest): Promise<DocumentView> {
    return addFile({ ...this.#deps, parser: this.#parser }, tenantId, request);
  }

  /** A person's answer becomes a document of its own, found by its question. */
  async addSnippet(tenantId: string, snippet: { id: string; question: string; answer: string }): Promise<void> {
    await this.addDocument(tenantId, {
      source: `snippet:${snippet.id}`,
      title: snippet.question.slice(0, 300),
      kind: "snippet",
      format: "markdown",
      content: snippet.answer,
    });
  }

  async listDocuments(
    tenantId: string,
    page: { cursor?: string; limit: number },
  ): Promise<{ items: DocumentView[]; next_cursor: string | null }> {
    const before = page.cursor === undefined ? null : readCursor(page.cursor);
    const rows = await withTenant(this.#deps.db, tenantId, (tx) =>
      listDocuments(tx, { before, limit: page.limit + 1 }),
    );
    const items = rows.slice(0, page.limit).map(toView);
    return { items, next_cursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null };
  }

  /** @throws AppError `not_found`. */
  async findDocument(tenantId: string, documentId: string): Promise<DocumentView> {
    const row = await withTenant(this.#deps.db, tenantId, (tx) => findDocument(tx, documentId));
    if (!row) throw documentNotFound();
    return toView(row);
  }

  /** What was read out of the newest version, page by page. @throws AppError `not_found`. */
  async readPages(tenantId: string, documentId: string): Promise<PageText[]> {
    return withTenant(this.#deps.db, tenantId, async (tx) => {
      const row = await findDocument(tx, documentId);
      if (!row) throw documentNotFound();
      return findPages(tx, row.version_id);
    });
  }

  /** Removes a document with its versions, chunks, terms, vectors and jobs. @throws AppError `not_found`. */
  async deleteDocument(tenantId: string, documentId: string): Promise<void> {
    const { db, onDocumentChanged } = this.#deps;
    const oldVersionId = await withTenant(db, tenantId, async (tx) => {
      const document = await lockDocument(tx, documentId);
      if (!document) throw documentNotFound();
      await deleteJobsOfDocument(tx, documentId);
      await deleteDocument(tx, documentId);
      return document.current_version_id;
    });
    await onDocumentChanged(tenantId, documentId, oldVersionId);
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
      addDocument: this.addDocument.bind(this),
      deleteDocument: this.deleteDocument.bind(this),
      search: (
        tenantId: string,
        query: { q: string; limit: number },
      ): Promise<{ results: SearchResult[]; vectors: boolean; took_ms: number }> =>
        this.search(tenantId, query.q, { limit: query.limit }),
    };
  }
}

/** Opens the library. Nothing runs in the background until `startWorkers`. */
export async function createKnowledge({ redisUrl, backoffMs, ...options }: KnowledgeOptions): Promise<Knowledge> {
  const queuePool = redisUrl === undefined ? createQueuePool(options.db) : undefined;
  const backend: QueueBackend =
    queuePool === undefined ? { type: "redis", url: redisUrl ?? "" } : { type: "postgres", pool: queuePool.pool };
  const queues = new Queues(backend, options.log, backoffMs === undefined ? {} : { backoffMs });
  return new Knowledge({ ...options, queues }, async () => {
    await queues.close();
    await queuePool?.close();
  });
}

function documentNotFound(): AppError {
  return new AppError("not_found", "There is no such document.");
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readCursor(cursor: string): string {
  if (!uuidPattern.test(cursor)) throw new AppError("invalid_request", "The cursor is not one of ours.");
  return cursor;
}
