import type { WorkspaceDeps } from "./deps.ts";
import { type Run, work } from "./run.ts";

interface Working {
  id: string;
  stop: AbortController;
  done: Promise<void>;
}

/** Runs that this process works on. Closing it stops them and waits for them. */
export class RunBook {
  /** One that was stopped may still end while the same message is tried again, so there may be two of an id. */
  readonly #working = new Set<Working>();

  /** Begins a run; what comes of it is written down. */
  start(deps: WorkspaceDeps, run: Run): void {
    const stop = new AbortController();
    const working: Working = { id: run.id, stop, done: work(deps, run, stop.signal) };
    this.#working.add(working);
    void working.done.finally(() => this.#working.delete(working));
  }

  /** Stops what this process does for a message of the copilot. */
  stop(id: string): void {
    for (const working of this.#working) if (working.id === id) working.stop.abort();
  }

  /** How many runs have not ended. */
  get active(): number {
    return this.#working.size;
  }

  async close(): Promise<void> {
    for (const { stop } of this.#working) stop.abort();
    await Promise.all([...this.#working].map(({ done }) => done));
  }
}
