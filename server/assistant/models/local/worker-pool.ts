import { Worker } from "node:worker_threads";
import type { EmbeddingPriority } from "../embeddings/port.ts";
import type { Precision } from "./minilm-graph.ts";
import { typescriptFlags } from "./model-file.ts";
import "./no-telemetry.mjs";
import type { ThreadReply, ThreadRequest } from "./serve-texts.ts";

interface Task {
  text: string;
  priority: EmbeddingPriority;
  resolve(vector: Float32Array): void;
  reject(error: Error): void;
  /** Number of threads that died while processing this text. */
  losses: number;
}

interface Thread {
  worker: Worker;
  task: Task | undefined;
  /** Started while many texts wait; ends afterwards. */
  isSpare: boolean;
  restTimer?: NodeJS.Timeout;
  /** Runs while the thread processes a text. */
  limitTimer?: NodeJS.Timeout;
}

export interface WorkerPoolOptions {
  precision: Precision;
  /** Most permanent threads. Each holds the whole model: about 150 MB. */
  size: number;
  /** Most threads while many texts of documents wait; default: `size`. */
  bulkSize?: number;
  /** Idle time in ms after which a thread beyond `size` ends. */
  spareRestMs?: number;
  /** Longest time for one text in ms, including loading the model. */
  textLimitMs?: number;
  /** Called once when the native engine does not run here. */
  onFallback?: (reason: string) => void;
}

/** Number of waiting texts that justifies loading the model in another thread: more than those of one small document. */
const manyTexts = 8;
/** Threads beyond `size` pause for this long after a question, because the next question needs the cores. */
const quietAfterQuestionMs = 2_000;
const defaultSpareRestMs = 15_000;
/** Loading the model takes a few seconds on a busy small machine; a text takes a few milliseconds. */
const defaultTextLimitMs = 60_000;
/** Stuck threads cannot be ended, and each holds a whole model: at this number no new thread is started. */
const mostStuck = 2;
/** A text is rejected after this many threads died while processing it. */
const maxLosses = 2;
/** Longer than loading the model and processing any text: a thread that has not ended by then is stuck. */
const closeLimitMs = 10_000;
/** Enough for the tokens of a text; by default a thread keeps three times 16 MB for them. */
const maxYoungGenerationSizeMb = 8;
const entry = new URL("./worker-entry.mjs", import.meta.url);

/**
 * Threads that compute vectors, one text each at a time. The queues stay in this thread, so a question waits for at most one text in
 * progress. Threads start with the first text.
 */
export class EmbeddingWorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #threads: Thread[] = [];
  readonly #waiting: Record<EmbeddingPriority, Task[]> = { query: [], bulk: [] };
  #closed = false;
  #stuck = 0;
  #toldFallback = false;
  #lastQuestion = Number.NEGATIVE_INFINITY;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Threads that hold the model. */
  get threadCount(): number {
    return this.#threads.length;
  }

  run(text: string, priority: EmbeddingPriority): Promise<Float32Array> {
    if (this.#closed) return Promise.reject(new Error("the embedding threads are closed"));
    if (this.#stuck >= mostStuck) return Promise.reject(new Error("the embedding threads hang"));
    if (priority === "query") this.#lastQuestion = performance.now();
    return new Promise((resolve, reject) => {
      this.#waiting[priority].push({ text, priority, resolve, reject, losses: 0 });
      this.#dispatch();
    });
  }

  /** Starts a thread in advance, so that the first text does not wait for the model. */
  start(): void {
    if (!this.#closed && this.#threads.length === 0) this.#start();
  }

  /** Rejects all texts. A thread finishes its current text: ending a thread while its model runs ends the whole process. */
  async close(): Promise<void> {
    this.#closed = true;
    const error = new Error("the embedding threads are closed");
    for (const task of [...this.#waiting.query.splice(0), ...this.#waiting.bulk.splice(0)]) task.reject(error);
    const threads = this.#threads.splice(0);
    for (const { task } of threads) task?.reject(error);
    for (const { restTimer, limitTimer } of threads) {
      clearTimeout(restTimer);
      clearTimeout(limitTimer);
    }
    await Promise.all(threads.map(({ worker }) => closeThread(worker)));
  }

  #dispatch(): void {
    while (this.#waiting.query.length + this.#waiting.bulk.length > 0) {
      const thread = this.#idle() ?? this.#start();
      if (!thread) return;
      const task = this.#waiting.query.shift() ?? this.#waiting.bulk.shift();
      if (!task) return;
      thread.task = task;
      clearTimeout(thread.restTimer);
      thread.worker.ref();
      const limitMs = this.#options.textLimitMs ?? defaultTextLimitMs;
      thread.limitTimer = setTimeout(() => this.#giveUp(thread), limitMs).unref();
      send(thread.worker, { type: "text", id: 0, text: task.text });
    }
  }

  #idle(): Thread | undefined {
    const idle = this.#threads.filter(({ task }) => !task);
    return idle.find(({ isSpare }) => !isSpare) ?? (this.#isQuiet() ? idle[0] : undefined);
  }

  #isQuiet(): boolean {
    return performance.now() - this.#lastQuestion > quietAfterQuestionMs;
  }

  #start(): Thread | undefined {
    const { size, bulkSize = size } = this.#options;
    const isSpare = this.#threads.filter((thread) => !thread.isSpare).length >= size;
    const isWanted = this.#threads.length < bulkSize && this.#waiting.bulk.length >= manyTexts && this.#isQuiet();
    if (isSpare && !isWanted) return undefined;
    const worker = new Worker(entry, {
      workerData: { precision: this.#options.precision },
      resourceLimits: { maxYoungGenerationSizeMb },
      ...(import.meta.url.endsWith(".ts") ? { execArgv: typescriptFlags() } : {}),
    });
    const thread: Thread = { worker, task: undefined, isSpare };
    worker.on("message", (reply: ThreadReply) => this.#hear(thread, reply));
    worker.on("error", (error) => this.#lose(thread, error));
    worker.on("exit", (code) => this.#lose(thread, new Error(`an embedding thread ended with code ${code}`)));
    this.#threads.push(thread);
    return thread;
  }

  #hear(thread: Thread, reply: ThreadReply): void {
    if (reply.type === "ready") {
      this.#rest(thread);
      if (reply.fallback !== undefined && !this.#toldFallback) this.#options.onFallback?.(reply.fallback);
      this.#toldFallback ||= reply.fallback !== undefined;
      return;
    }
    const task = this.#takeTask(thread);
    if (task?.priority === "query") this.#lastQuestion = performance.now();
    this.#rest(thread);
    if (reply.type === "vector") task?.resolve(reply.vector);
    else task?.reject(new Error(`the embedding model failed: ${reply.reason}`));
    this.#dispatch();
  }

  /**
   * Lets the process exit while the thread is idle. A thread that loads its model keeps the process alive, because ending it meanwhile may
   * hang.
   */
  #rest(thread: Thread): void {
    if (thread.task || this.#closed) return;
    thread.worker.unref();
    if (!thread.isSpare) return;
    clearTimeout(thread.restTimer);
    thread.restTimer = setTimeout(() => this.#dismiss(thread), this.#options.spareRestMs ?? defaultSpareRestMs).unref();
  }

  #dismiss(thread: Thread): void {
    const index = this.#threads.indexOf(thread);
    if (index < 0 || thread.task) return;
    this.#threads.splice(index, 1);
    void closeThread(thread.worker);
  }

  #takeTask(thread: Thread): Task | undefined {
    clearTimeout(thread.limitTimer);
    const { task } = thread;
    thread.task = undefined;
    return task;
  }

  /** Handles a stuck thread. Ending it while its model runs would end the process, so it is left alone and ends when it responds. */
  #giveUp(thread: Thread): void {
    const index = this.#threads.indexOf(thread);
    if (index < 0) return;
    this.#threads.splice(index, 1);
    this.#stuck += 1;
    thread.worker.once("exit", () => {
      this.#stuck -= 1;
    });
    thread.worker.unref();
    send(thread.worker, { type: "close" });
    const error = new Error("the embedding model did not answer in time");
    this.#takeTask(thread)?.reject(error);
    if (this.#stuck < mostStuck) return this.#dispatch();
    for (const task of [...this.#waiting.query.splice(0), ...this.#waiting.bulk.splice(0)]) task.reject(error);
  }

  /** Handles a dead thread. Its text is retried on a new one, so that one crash does not fail a document. */
  #lose(thread: Thread, error: Error): void {
    const index = this.#threads.indexOf(thread);
    if (index < 0) return;
    this.#threads.splice(index, 1);
    const task = this.#takeTask(thread);
    if (task) {
      task.losses += 1;
      if (task.losses >= maxLosses) task.reject(error);
      else this.#waiting.query.unshift(task);
    }
    this.#dispatch();
  }
}

function send(worker: Worker, request: ThreadRequest): void {
  worker.postMessage(request);
}

function closeThread(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => void worker.terminate(), closeLimitMs);
    worker.ref();
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    // A failed thread has already reported its error.
    worker.on("error", () => {});
    send(worker, { type: "close" });
  });
}
