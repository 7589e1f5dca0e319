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
  /** How many threads died with this text in hand. */
  losses: number;
}

interface Thread {
  worker: Worker;
  task: Task | undefined;
  /** Helps while much waits, and ends afterwards. */
  isSpare: boolean;
  restTimer?: NodeJS.Timeout;
  /** Runs while it has a text in hand. */
  limitTimer?: NodeJS.Timeout;
}

export interface WorkerPoolOptions {
  precision: Precision;
  /** Threads that stay, at most. Each holds the whole model: about 150 MB. */
  size: number;
  /** Threads at most while many texts of documents wait; `size` when left out. */
  bulkSize?: number;
  /** Rest after which a thread beyond `size` ends, ms. */
  spareRestMs?: number;
  /** Longest that a text may be in hand, the loading of the model included, ms. */
  textLimitMs?: number;
  /** Told once, when the native engine does not run here. */
  onFallback?: (reason: string) => void;
}

/** Texts that wait when another thread is worth loading the model for: more than those of one small document. */
const manyTexts = 8;
/** A thread more than the machine has cores for rests this long after a question: whoever asks needs the cores. */
const quietAfterQuestionMs = 2_000;
const defaultSpareRestMs = 15_000;
/** Loading the model takes some seconds on a busy small machine, and a text some milliseconds. */
const defaultTextLimitMs = 60_000;
/** Threads that hang cannot be ended, and each holds a whole model: with so many of them no other is started. */
const mostStuck = 2;
/** A text that took this many threads with it is given up. */
const maxLosses = 2;
/** Longer than loading the model and any text takes: a thread that is not gone by then hangs. */
const closeLimitMs = 10_000;
/** Enough for the tokens of a text; left to itself a thread keeps three times 16 MB for them. */
const maxYoungGenerationSizeMb = 8;
const entry = new URL("./worker-entry.mjs", import.meta.url);

/**
 * Threads that turn texts into vectors, one text in hand each: the queues stay on this side, so a
 * question waits for at most the one text in work. Threads start with the first text.
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

  /** Threads that hold the model now. */
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

  /** Starts a thread before there is a text, so that the first one does not wait for the model. */
  start(): void {
    if (!this.#closed && this.#threads.length === 0) this.#start();
  }

  /** Refuses what waits. The text in work is finished: a thread that is ended while its model runs ends the whole process. */
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

  /** An idle thread must not keep a command from ending. One that loads its model must: ended meanwhile it may hang. */
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

  /** A thread hangs: ended while its model runs it would end the process, so it is left alone, and ends if it ever comes back. */
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

  /** A thread died: its text is tried on a new one, so that one crash does not fail a document. */
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
    // A thread that failed has told so already.
    worker.on("error", () => {});
    send(worker, { type: "close" });
  });
}
