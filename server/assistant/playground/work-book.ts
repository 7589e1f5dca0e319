interface Working {
  id: string;
  stop: AbortController;
  done: Promise<void>;
}

/** Answers in progress in this process. Closing stops them and waits for them. */
export class WorkBook {
  readonly #working = new Set<Working>();

  start(id: string, work: (stop: AbortSignal) => Promise<void>): void {
    const stop = new AbortController();
    const working: Working = { id, stop, done: work(stop.signal) };
    this.#working.add(working);
    void working.done.finally(() => this.#working.delete(working));
  }

  stop(id: string): void {
    for (const working of this.#working) if (working.id === id) working.stop.abort();
  }

  async close(): Promise<void> {
    for (const { stop } of this.#working) stop.abort();
    await Promise.all([...this.#working].map(({ done }) => done));
  }
}
