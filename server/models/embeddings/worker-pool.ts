import { Worker } from "node:worker_threads";
import type { EmbeddingPriority } from "./port.ts";

interface Task {
  text: string;
  resolve(vector: Float32Array): void;
  reject(error: Error): void;
  /** How many threads died with this text in hand. */
  losses: number;
}

interface Thread {
  worker: Worker;
  task: Task | undefined;
}

type Reply = { id: number; vector: Float32Array; error?: undefined } | { id: number; error: string };

/** A text that took this many threads with it is given up. */
const maxLosses = 2;

/**
 * Threads that turn texts into vectors, one text in hand each: the queues stay on this side, so a
 * question waits for at most the one text in work. Threads start with the first text.
 */
export class EmbeddingWorkerPool {
  readonly #file: URL;
  readonly #size: number;
  readonly #threads: Thread[] = [];
  readonly #waiting: Record<EmbeddingPriority, Task[]> = { query: [], bulk: [] };
  #closed = false;

  constructor(file: URL, size: number) {
    this.#file = file;
    this.#size = size;
  }

  run(text: string, priority: EmbeddingPriority): Promise<Float32Array> {
    if (this.#closed) return Promise.reject(new Error("the embedding threads are closed"));
    return new Promise((resolve, reject) => {
      this.#waiting[priority].push({ text, resolve, reject, losses: 0 });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const error = new Error("the embedding threads are closed");
    for (const task of [...this.#waiting.query.splice(0), ...this.#waiting.bulk.splice(0)]) task.reject(error);
    const threads = this.#threads.splice(0);
    for (const { task } of threads) task?.reject(error);
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #dispatch(): void {
    while (this.#waiting.query.length + this.#waiting.bulk.length > 0) {
      const thread = this.#threads.find((candidate) => !candidate.task) ?? this.#start();
      if (!thread) return;
      const task = this.#waiting.query.shift() ?? this.#waiting.bulk.shift();
      if (!task) return;
      thread.task = task;
      thread.worker.ref();
      thread.worker.postMessage({ id: 0, text: task.text });
    }
  }

  #start(): Thread | undefined {
    if (this.#threads.length >= this.#size) return undefined;
    const thread: Thread = { worker: new Worker(this.#file), task: undefined };
    // An idle thread must not keep a command from ending.
    thread.worker.unref();
    thread.worker.on("message", (reply: Reply) => this.#finish(thread, reply));
    thread.worker.on("error", (error) => this.#lose(thread, error));
    thread.worker.on("exit", (code) => this.#lose(thread, new Error(`an embedding thread ended with code ${code}`)));
    this.#threads.push(thread);
    return thread;
  }

  #finish(thread: Thread, reply: Reply): void {
    const task = thread.task;
    thread.task = undefined;
    thread.worker.unref();
    if (reply.error === undefined) task?.resolve(reply.vector);
    else task?.reject(new Error(`the embedding model failed: ${reply.error}`));
    this.#dispatch();
  }

  /** A thread died: its text is tried on a new one, so that one crash does not fail a document. */
  #lose(thread: Thread, error: Error): void {
    const index = this.#threads.indexOf(thread);
    if (index < 0) return;
    this.#threads.splice(index, 1);
    const task = thread.task;
    thread.task = undefined;
    if (task) {
      task.losses += 1;
      if (task.losses >= maxLosses) task.reject(error);
      else this.#waiting.query.unshift(task);
    }
    this.#dispatch();
  }
}
