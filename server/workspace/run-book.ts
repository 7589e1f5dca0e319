import type { WorkspaceDeps } from "./deps.ts";
import { type Run, work } from "./run.ts";

/** Runs that this process works on, by the copilot's message. Closing it stops them and waits for them. */
export class RunBook {
  readonly #running = new Map<string, { stop: AbortController; done: Promise<void> }>();

  /** Begins a run; what comes of it is written down. */
  start(deps: WorkspaceDeps, run: Run): void {
    const stop = new AbortController();
    const done = work(deps, run, stop.signal).finally(() => this.#running.delete(run.id));
    this.#running.set(run.id, { stop, done });
  }

  /** Stops one that this process works on. */
  stop(id: string): void {
    this.#running.get(id)?.stop.abort();
  }

  async close(): Promise<void> {
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }
}
